import type { Formats } from './formats.ts';

/** What the text of a mark adds about the period before. */
export const wordsOfBefore = (value: number | null | undefined, formats: Formats): string =>
  value === null || value === undefined ? '' : ` (before: ${formats.number(value)})`;
