import { Problem, toPointer, type ProblemDetail } from '@tallyhook/schemas';
import { findRepeatedKeys } from '@tallyhook/sdk';

/**
 * Parses JSON from bytes or text; `place` names it in the refusal, such as "The body".
 * @throws Problem `invalid_json`.
 */
export function parseJson(source: Buffer | string, place: string): unknown {
  if (source.length === 0) throw new Problem('invalid_json', `${place} is empty; expected JSON.`);
  try {
    return JSON.parse(textOf(source));
  } catch (error) {
    const detail = `${place} is not JSON in UTF-8 (RFC 8259). Check quotes, commas and brackets.`;
    throw new Problem('invalid_json', detail, { cause: error });
  }
}

/**
 * Parses the JSON of a question. `within` is the path prefix of reported mistakes.
 * @throws Problem `invalid_json`; `invalid_question` for a duplicate key.
 */
export function parseQuestionJson(source: Buffer | string, place: string, within: string[] = []): unknown {
  const value = parseJson(source, place);
  const refusal = findUnclear(source, place, within);
  if (refusal !== undefined) throw refusal;
  return value;
}

/**
 * The refusal of JSON with a duplicate key: keeping only the last one would ask a different question from the one
 * written.
 */
export function findUnclear(source: Buffer | string, place: string, within: string[] = []): Problem | undefined {
  const errors = findRepeatedKeys(textOf(source)).map(({ path, message }) => ({
    pointer: toPointer([...within, ...path]),
    code: 'duplicate_key',
    detail: `${message}: keep one of them`,
  }));
  return errors.length === 0 ? undefined : unclear(place, errors);
}

/** The refusal that names the duplicate keys. */
export function unclear(place: string, errors: readonly ProblemDetail[]): Problem {
  const detail = errors.length === 1 ? 'It has a duplicate key.' : `It has ${errors.length} duplicate keys.`;
  return new Problem('invalid_question', `${place} is ambiguous. ${detail}`, { errors });
}

const textOf = (source: Buffer | string): string =>
  typeof source === 'string' ? source : new TextDecoder('utf-8', { fatal: true }).decode(source);
