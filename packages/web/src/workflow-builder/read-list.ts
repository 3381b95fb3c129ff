import { plainText } from './with-key.ts';

/**
 * Texts with commas between, as a list. A comma inside an expression separates nothing. One expression alone stays a
 * text, since its value may be a list.
 */
export function readList(text: string): string | string[] {
  const parts = (text.match(/(?:\{\{.*?\}\}|[^,])+/gs) ?? []).map((part) => part.trim()).filter((part) => part !== '');
  const [first = ''] = parts;
  return parts.length === 1 && /^\{\{(?:(?!\}\}).)*\}\}$/s.test(first) ? first : parts;
}

/** A list as people type it. */
export function showList(value: unknown): string {
  return Array.isArray(value) ? value.map(plainText).join(', ') : plainText(value);
}
