import { Problem } from '@tallyhook/schemas';
import { parseJson } from './parse-json.ts';

/** The most bytes of JSON that one question takes. */
export const questionLimitBytes = 32 * 1024;

/**
 * Reads the question of a query string.
 * @throws Problem `body_too_large`, `invalid_json`.
 */
export function parseQuestion(text: string): unknown {
  return parseLimited(text, { place: 'The parameter "q"', what: 'A question' });
}

/**
 * Reads the filter of a query string.
 * @throws Problem `body_too_large`, `invalid_json`.
 */
export function parseFilter(text: string): unknown {
  return parseLimited(text, { place: 'The parameter "filter"', what: 'A filter' });
}

function parseLimited(text: string, { place, what }: { place: string; what: string }): unknown {
  if (Buffer.byteLength(text) <= questionLimitBytes) return parseJson(text, place);
  throw new Problem('body_too_large', `${what} has at most ${questionLimitBytes} bytes of JSON.`);
}
