import { Problem } from '@tallyhook/schemas';
import { parseQuestionJson } from './parse-json.ts';

/** The most bytes of JSON that one question takes. */
export const questionLimitBytes = 32 * 1024;

/** The most bytes of a filter that lists records: that of a question, and the keys of the two groups of a row. */
export const searchLimitBytes = questionLimitBytes + 16 * 1024;

/**
 * Reads the question of a query string.
 * @throws Problem `body_too_large`, `invalid_json`, `invalid_question`.
 */
export function parseQuestion(text: string): unknown {
  return parseLimited(text, { place: 'The parameter "q"', what: 'A question' });
}

/**
 * Reads the filter of a query string.
 * @throws Problem `body_too_large`, `invalid_json`, `invalid_question`.
 */
export function parseFilter(text: string): unknown {
  return parseLimited(text, { place: 'The parameter "filter"', what: 'A filter', within: ['filter'] });
}

function parseLimited(
  text: string,
  { place, what, within }: { place: string; what: string; within?: string[] },
): unknown {
  if (Buffer.byteLength(text) <= questionLimitBytes) return parseQuestionJson(text, place, within);
  throw new Problem('body_too_large', `${what} has at most ${questionLimitBytes} bytes of JSON.`);
}
