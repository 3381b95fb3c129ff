/** A value of a group: what an answer's key holds. */
export type Key = string | number | boolean | null;

/** The key of the groups that an answer put together; no group has it. */
export const otherKey = '\u0000other';

/** The key of what a chart put together; no group has it. */
export const restKey = '\u0000rest';

/** Whether a key is one group's own. */
export function isGroupKey(key: Key): boolean {
  return key !== otherKey && key !== restKey;
}

/** Whether a key of a grouping by time is a period: records without a date have none, and all others are many. */
export function isPeriodKey(key: Key): key is string | number {
  return (typeof key === 'string' || typeof key === 'number') && isGroupKey(key);
}
