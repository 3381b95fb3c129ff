import { nearest, Problem, toPointer, type ProblemDetail } from '@tallyhook/schemas';
import type { RequestHandler } from 'express';
import { placeParameters, type Parameter, type ParameterTable } from '../parameters.ts';
import type { Route, RouteRequest } from '../route.ts';

const defaultMaxLength = 200;

/** Validates the query string against the declared parameters and stores the values in `request.parameters`. */
export function checkParameters({ parameters = {}, access }: Pick<Route, 'parameters' | 'access'>): RequestHandler {
  const table = parameters === 'any' || access === 'anyone' ? parameters : { ...placeParameters, ...parameters };
  return (request, _response, next) => {
    (request as unknown as RouteRequest).parameters =
      table === 'any' ? {} : readParameters(searchOf(request.originalUrl), table);
    next();
  };
}

/** Parses the query string of an address by the WHATWG URL Standard. */
export function searchOf(address: string): URLSearchParams {
  const at = address.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : address.slice(at + 1));
}

/**
 * Reads declared parameters.
 * @throws Problem `invalid_request` with every mistake: undeclared, repeated, missing or invalid parameters.
 */
export function readParameters(search: URLSearchParams, table: ParameterTable): Record<string, never> {
  const errors: ProblemDetail[] = [];
  const values = new Map<string, unknown>();
  for (const name of new Set(search.keys())) {
    if (!Object.hasOwn(table, name)) errors.push(undeclared(name, Object.keys(table)));
  }
  for (const [name, parameter] of Object.entries(table)) {
    const value = readOne(name, parameter, search.getAll(name), errors);
    if (value !== undefined) values.set(name, value);
  }
  if (errors.length === 0) return Object.fromEntries(values) as Record<string, never>;
  throw new Problem('invalid_request', errors.map(({ detail }) => detail).join(' '), { errors });
}

function readOne(name: string, parameter: Parameter, given: string[], errors: ProblemDetail[]): unknown {
  const refuse = (code: string, detail: string, allowed?: readonly unknown[]) => {
    errors.push({ pointer: toPointer([name]), code, detail, ...(allowed ? { allowed } : {}) });
  };
  if (parameter.kind === 'list') {
    if (given.length > parameter.maxItems)
      refuse('too_many', `"${name}" is given more than ${parameter.maxItems} times.`);
    return given;
  }
  if (given.length > 1) refuse('repeated', `"${name}" is given ${given.length} times; send it once.`);
  const [text] = given;
  if (parameter.kind === 'flag') return readFlag(name, text, refuse);
  if (text === undefined || text === '') {
    if (parameter.required) refuse('missing_key', `"${name}" is missing.`);
    else if (text === '') refuse('empty', `"${name}" is empty; leave it out or give it a value.`);
    return undefined;
  }
  return readText(name, parameter, text, refuse);
}

type Refuse = (code: string, detail: string, allowed?: readonly unknown[]) => void;

function readFlag(name: string, text: string | undefined, refuse: Refuse): boolean {
  if (text !== undefined && text !== '0' && text !== '1')
    refuse('not_allowed', `"${name}" must be 1 or 0.`, ['1', '0']);
  return text === '1';
}

function readText(
  name: string,
  parameter: Exclude<Parameter, { kind: 'flag' | 'list' }>,
  text: string,
  refuse: Refuse,
): unknown {
  if (parameter.kind === 'integer') {
    const { minimum, maximum } = parameter;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    refuse('out_of_range', `"${name}" must be a whole number from ${minimum} to ${maximum}.`);
    return undefined;
  }
  if (parameter.kind === 'choice') {
    if (!parameter.values.includes(text))
      refuse('not_allowed', `"${name}" must be one of ${parameter.values.join(', ')}.`, parameter.values);
    return text;
  }
  const { maxLength = defaultMaxLength } = parameter;
  if (text.length > maxLength)
    refuse('too_long', `"${name}" can have at most ${maxLength} characters, got ${text.length}.`);
  return text;
}

function undeclared(name: string, known: readonly string[]): ProblemDetail {
  const suggestion = nearest(name, known);
  const shown = name.slice(0, 60);
  const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
  const detail = `This address has no parameter "${shown}".${hint}`;
  return {
    pointer: toPointer([shown]),
    code: 'unknown_key',
    detail,
    allowed: known,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}
