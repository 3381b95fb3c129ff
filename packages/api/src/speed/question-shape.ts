import { createHash } from 'node:crypto';
import type { Question } from '@tallyhook/schemas';

/**
 * Identifies the questions that differ only in the values they compare with, in their order or in what is shown: the
 * same indexes help them.
 */
export function questionShape({ type, filter, groupBy, measures }: Question): string {
  const shape = { type, filter: withoutValues(filter), groupBy, measures };
  return createHash('sha256').update(JSON.stringify(shape)).digest('base64url').slice(0, 32);
}

/** Only whether a condition compares with one value or several remains. */
function withoutValues(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutValues);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key !== 'value') return [key, withoutValues(value)];
      return [key, Array.isArray(value) && value.length > 1 ? 'several' : 'one'];
    }),
  );
}
