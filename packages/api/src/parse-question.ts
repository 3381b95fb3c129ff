import { Problem } from '@tallyhook/schemas';
import { parseQuestionJson } from './parse-json.ts';
import { recordLimitBytes } from './record-body.ts';

/** Size limit of one question in bytes of JSON; in a body, long texts have a separate limit. */
export const questionLimitBytes = 32 * 1024;

/** Size limit of a filter that lists records, in bytes: a question plus the keys of a row's two groups. */
export const searchLimitBytes = questionLimitBytes + 16 * 1024;

/** Limit for long texts in bytes: the keys of two groups can be sent back, and each is at most as large as a record. */
export const textLimitBytes = 2 * recordLimitBytes;

/**
 * Reads the question from a query string.
 * @throws Problem `body_too_large`, `invalid_json`, `invalid_question`.
 */
export function parseQuestion(text: string): unknown {
  return parseLimited(text, {
    place: 'The parameter "q"',
    what: 'A question',
    instead: 'With an API key, send a longer one with POST.',
  });
}

/**
 * Reads the filter from a query string.
 * @throws Problem `body_too_large`, `invalid_json`, `invalid_question`.
 */
export function parseFilter(text: string): unknown {
  return parseLimited(text, {
    place: 'The parameter "filter"',
    what: 'A filter',
    instead: 'Send a longer one with POST /api/records/search.',
    within: ['filter'],
  });
}

function parseLimited(
  text: string,
  { place, what, instead, within }: { place: string; what: string; instead: string; within?: string[] },
): unknown {
  if (Buffer.byteLength(text) <= questionLimitBytes) return parseQuestionJson(text, place, within);
  throw new Problem(
    'body_too_large',
    `${what} in an address can have at most ${questionLimitBytes} bytes of JSON. ${instead}`,
  );
}
