import { createValidator, Problem } from '@tallyhook/schemas';
import express, { type RequestHandler } from 'express';
import type { Body } from '../route.ts';

const defaultLimitBytes = 64 * 1024;

/** Reads and checks the body a route declares; a route that streams or takes none is left alone. */
export function checkBody(body: Body | undefined): RequestHandler[] {
  if (body === undefined || body === 'stream') return [ignoreBody];
  const { schema, limitBytes = defaultLimitBytes } = body;
  const validate = createValidator(schema);
  const readJson = express.json({ limit: limitBytes, strict: false, type: () => true });
  const check: RequestHandler = (request, _response, next) => {
    const value: unknown = request.body;
    if (value === undefined) throw new Problem('invalid_json', 'The body is empty; this address takes JSON.');
    const errors = validate(value);
    if (errors.length > 0) throw new Problem('invalid_input', countOf(errors.length), { errors });
    next();
  };
  return [requireJson, readJson, check];
}

/** "1 mistake" or "3 mistakes". */
function countOf(mistakes: number): string {
  return mistakes === 1 ? 'The body has 1 mistake.' : `The body has ${mistakes} mistakes.`;
}

const ignoreBody: RequestHandler = (_request, _response, next) => {
  next();
};

const requireJson: RequestHandler = (request, _response, next) => {
  const type = request.get('content-type');
  if (type !== undefined && /^application\/json\s*(;|$)/i.test(type.trim())) {
    next();
    return;
  }
  const given = type === undefined ? 'none was given' : `"${type.slice(0, 100)}" was given`;
  throw new Problem('unsupported_type', `Send the header Content-Type: application/json; ${given}.`);
};
