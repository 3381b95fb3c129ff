import { Problem } from '@tallyhook/schemas';

/** What whoever asked is told of a question that took too long, at every door. `advice` says which indexes would help. */
export function questionTimedOut(
  limitMs: number,
  { cause, advice = [] }: { cause?: unknown; advice?: readonly object[] } = {},
): Problem {
  const detail = `The question took longer than ${limitMs / 1000} seconds: filter to fewer records, group by less, or leave out counts of different values.`;
  const members = { limitMs, ...(advice.length === 0 ? {} : { advice }) };
  return new Problem('query_timeout', detail, { members, cause });
}
