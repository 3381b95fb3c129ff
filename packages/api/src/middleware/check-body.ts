import { createValidator, Problem, type ProblemDetail, type Validator } from '@tallyhook/schemas';
import { schemaPlaces, schemas } from '@tallyhook/schemas/api';
import express, { type RequestHandler } from 'express';
import { findUnclear, parseJson, parseQuestionJson } from '../parse-json.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { Caller } from '../caller.ts';
import type { Body, JsonBody, RouteRequest } from '../route.ts';
import { discardRest } from '../hooks/read-body.ts';
import { sizeOfJson } from './size-of-json.ts';

const defaultLimitBytes = 64 * 1024;

/** Reads and validates the body that a route declares; does nothing if the route streams its body or takes none. */
export function checkBody(
  body: Body | undefined,
  { now, bodyTimeoutMs }: Pick<ApiDependencies, 'now' | 'bodyTimeoutMs'>,
): RequestHandler[] {
  const declared = jsonBodyOf(body);
  if (declared === undefined) return [];
  const { limitBytes = defaultLimitBytes, textLimitBytes = 0, isQuestion, isMessage } = declared;
  const checkValue = createBodyCheck(declared);
  const readBytes = inTime(express.raw({ limit: limitBytes + textLimitBytes, type: () => true }), bodyTimeoutMs);
  const check: RequestHandler = (request, _response, next) => {
    const parse = isQuestion ? parseQuestionJson : parseJson;
    const source = (request.body as Buffer | undefined) ?? '';
    if (source.length > limitBytes) checkSize(source as Buffer, limitBytes);
    const value = parse(source, 'The body');
    checkValue(value, (request as unknown as RouteRequest).caller, now());
    request.body = value;
    if (isMessage) Object.assign(request, { unclear: findUnclear(source, 'The body') });
    next();
  };
  return [requireJson, readBytes, check];
}

/** The JSON body that a route declares; undefined if it streams its body or takes none. */
export function jsonBodyOf(body: Body | undefined): JsonBody | undefined {
  if (typeof body === 'string') return { json: body };
  return body && 'json' in body ? body : undefined;
}

/** Refuses a parsed body with mistakes. @throws Problem `invalid_input` with all of them. */
export type BodyCheck = (value: unknown, caller: Caller, now: Date) => void;

/** Creates the check of a declared body; its schema is compiled at the first use. */
export function createBodyCheck(declared: JsonBody): BodyCheck {
  const validate = validatorOf(declared);
  return (value, caller, now) => {
    const mistakes = validate(value);
    if (mistakes.length === 0) return;
    const errors = [...mistakes, ...elsewhere(mistakes, declared.alsoWrong?.(value, caller, now) ?? [])];
    throw new Problem('invalid_input', countOf(errors.length), { errors });
  };
}

/** Refuses a body that does not arrive in time; the rest of it is discarded. */
function inTime(read: RequestHandler, timeoutMs: number): RequestHandler {
  return (request, response, next) => {
    let isOver = false;
    const end = (error?: unknown) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      next(error);
    };
    const timer = setTimeout(() => {
      response.setHeader('Connection', 'close');
      discardRest(request);
      const detail = `The body did not arrive within ${timeoutMs / 1000} seconds: send it again.`;
      end(new Problem('request_timeout', detail));
    }, timeoutMs);
    read(request, response, end);
  };
}

function validatorOf({ json, unchecked }: JsonBody): Validator {
  if (unchecked === 'anything') return () => [];
  return unchecked === 'object'
    ? createValidator({ type: 'object' })
    : createValidator({ $ref: schemaPlaces[json] }, schemas);
}

/** A higher limit for texts allows a longer body, but not more structure to parse. */
function checkSize(body: Buffer, limitBytes: number): void {
  const sizeBytes = sizeOfJson(body);
  if (sizeBytes <= limitBytes) return;
  const detail = `This address accepts a body of at most ${limitBytes} bytes, where a long text counts as much as an id; this one has ${sizeBytes} bytes. Send less at once.`;
  throw new Problem('body_too_large', detail);
}

/** Returns the other mistakes whose place has no known mistake; a missing key says nothing about the other keys. */
function elsewhere(known: readonly ProblemDetail[], others: readonly ProblemDetail[]): ProblemDetail[] {
  const isWithin = (inner = '', outer = '') => inner === outer || inner.startsWith(`${outer}/`);
  return others.filter(
    ({ pointer, code }) =>
      !known.some((one) =>
        one.code === 'missing_key'
          ? one.pointer === pointer && code === 'missing_key'
          : isWithin(pointer, one.pointer) || isWithin(one.pointer, pointer),
      ),
  );
}

const requireJson: RequestHandler = (request, _response, next) => {
  const type = request.get('content-type');
  if (type !== undefined && /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim())) {
    next();
    return;
  }
  const given = type === undefined ? 'none' : `"${type.slice(0, 100)}"`;
  throw new Problem(
    'unsupported_type',
    `Send JSON in UTF-8 with the header Content-Type: application/json, got ${given}.`,
  );
};

/** "1 mistake" or "3 mistakes". */
function countOf(mistakes: number): string {
  return mistakes === 1 ? 'The body has 1 mistake.' : `The body has ${mistakes} mistakes.`;
}
