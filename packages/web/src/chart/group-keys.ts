/** A group key in an answer. */
export type Key = string | number | boolean | null;

/** The key of "all others" in an answer; never the key of a group. */
export const otherKey = '\u0000other';

/** The key of groups combined by a chart; never the key of a group. */
export const restKey = '\u0000rest';

/** Whether a key belongs to a single group. */
export function isGroupKey(key: Key): boolean {
  return key !== otherKey && key !== restKey;
}

/** Whether a key in a grouping by time is a period, not "no date" or "all others". */
export function isPeriodKey(key: Key): key is string | number {
  return (typeof key === 'string' || typeof key === 'number') && isGroupKey(key);
}
