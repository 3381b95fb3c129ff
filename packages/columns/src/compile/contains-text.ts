import type { Binder } from './sql.ts';

/** Letters that are another case of an ASCII letter, or become one in lower case. */
const oddLetters = /[\u017F\u212A\u0130]/;

/** Whether a text has letters for which lower case is not enough to compare it with ASCII letters. */
export const hasOddLetters = (text: string): boolean => oddLetters.test(text);

/**
 * Whether a text contains another one, or starts or ends with it, whatever the case. For ASCII text, comparing in lower
 * case is twice as fast as a regular expression; other letters have more than two cases.
 */
export function containsText(
  value: string,
  { text, at, mayBeOdd }: { text: string; at?: 'start' | 'end' | undefined; mayBeOdd: boolean },
  binder: Binder,
): string {
  if (/^[\0-\x7F]*$/.test(text) && !mayBeOdd) {
    const search = at === undefined ? 'contains' : at === 'start' ? 'starts_with' : 'ends_with';
    return `${search}(lower(${value}), ${binder.bind(text.toLowerCase())})`;
  }
  const pattern = `${at === 'start' ? '\\A' : ''}${escapePattern(text)}${at === 'end' ? '\\z' : ''}`;
  return `regexp_matches(${value}, ${binder.bind(pattern)}, 'i')`;
}

/** Escapes text for RE2. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\0-\x7F]/g, (one) =>
    /[A-Za-z0-9]/.test(one) ? one : `\\x{${one.charCodeAt(0).toString(16)}}`,
  );
}
