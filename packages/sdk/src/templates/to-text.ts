/**
 * Converts a value to text as typed; undefined for an absent value or null.
 * @throws For a list or an object, which have no plain text.
 */
export function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(
    `${Array.isArray(value) ? 'a list' : 'an object'} cannot be written as plain text; write it with |json`,
  );
}
