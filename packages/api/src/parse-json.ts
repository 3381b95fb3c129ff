import { Problem } from '@tallyhook/schemas';

/**
 * Reads JSON from bytes or text; `place` names it in the refusal, such as "The body".
 * @throws Problem `invalid_json`.
 */
export function parseJson(source: Buffer | string, place: string): unknown {
  if (source.length === 0) throw new Problem('invalid_json', `${place} is empty; JSON was expected.`);
  try {
    return JSON.parse(typeof source === 'string' ? source : new TextDecoder('utf-8', { fatal: true }).decode(source));
  } catch (error) {
    const detail = `${place} is not JSON in UTF-8 (RFC 8259). Check quotes, commas and brackets.`;
    throw new Problem('invalid_json', detail, { cause: error });
  }
}
