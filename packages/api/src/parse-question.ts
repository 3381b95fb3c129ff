import { Problem } from '@tallyhook/schemas';
import { parseJson } from './parse-json.ts';

/** The most bytes of JSON that one question takes. */
export const questionLimitBytes = 32 * 1024;

/**
 * Reads the question of a query string.
 * @throws Problem `body_too_large`, `invalid_json`.
 */
export function parseQuestion(text: string): unknown {
  if (Buffer.byteLength(text) <= questionLimitBytes) return parseJson(text, 'The parameter "q"');
  throw new Problem('body_too_large', `A question has at most ${questionLimitBytes} bytes of JSON.`);
}
