import { createValidator, Problem } from '@tallyhook/schemas';
import express, { type RequestHandler } from 'express';
import { parseJson } from '../parse-json.ts';
import type { Body } from '../route.ts';

const defaultLimitBytes = 64 * 1024;

/** Reads and checks the body a route declares; a route that streams or takes none is left alone. */
export function checkBody(body: Body | undefined): RequestHandler[] {
  if (body === undefined || body === 'stream') return [];
  const { schema, references, limitBytes = defaultLimitBytes } = body;
  const validate = createValidator(schema, references);
  const readBytes = express.raw({ limit: limitBytes, type: () => true });
  const check: RequestHandler = (request, _response, next) => {
    const value = parseJson((request.body as Buffer | undefined) ?? '', 'The body');
    const errors = validate(value);
    if (errors.length > 0) throw new Problem('invalid_input', countOf(errors.length), { errors });
    request.body = value;
    next();
  };
  return [requireJson, readBytes, check];
}

const requireJson: RequestHandler = (request, _response, next) => {
  const type = request.get('content-type');
  if (type !== undefined && /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type.trim())) {
    next();
    return;
  }
  const given = type === undefined ? 'none was given' : `"${type.slice(0, 100)}" was given`;
  throw new Problem('unsupported_type', `Send JSON in UTF-8 with the header Content-Type: application/json; ${given}.`);
};

/** "1 mistake" or "3 mistakes". */
function countOf(mistakes: number): string {
  return mistakes === 1 ? 'The body has 1 mistake.' : `The body has ${mistakes} mistakes.`;
}
