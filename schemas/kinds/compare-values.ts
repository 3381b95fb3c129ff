import type { WorkflowComparison } from '../generated/workflow.ts';

/** Compares two values as conditions of triggers and steps do; `found` may be absent. */
export function compareValues(found: unknown, op: WorkflowComparison['op'], value: unknown): boolean {
  switch (op) {
    case 'eq':
      return isSame(found, value);
    case 'ne':
      return !isSame(found, value);
    case 'in':
      return toList(value).some((item) => isSame(found, item));
    case 'nin':
      return !toList(value).some((item) => isSame(found, item));
    case 'gt':
      return isOrdered(found, value, (order) => order > 0);
    case 'gte':
      return isOrdered(found, value, (order) => order >= 0);
    case 'lt':
      return isOrdered(found, value, (order) => order < 0);
    case 'lte':
      return isOrdered(found, value, (order) => order <= 0);
    case 'contains':
      return contains(found, value);
    case 'ncontains':
      return !contains(found, value);
    case 'empty':
      return isEmpty(found);
    case 'nempty':
      return !isEmpty(found);
  }
}

/**
 * Two numbers, or two texts by their characters, so that days and moments in the same form compare in time. A text that
 * is a number compares as one with a number, because many services send numbers as texts. Anything else has no order.
 */
function isOrdered(found: unknown, value: unknown, holds: (order: number) => boolean): boolean {
  if (typeof found === 'string' && typeof value === 'string') return holds(found < value ? -1 : found > value ? 1 : 0);
  const [left, right] = [toNumber(found), toNumber(value)];
  return left !== undefined && right !== undefined && holds(left - right);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** Empty, missing, null and [] are the same, as in the answers to questions. */
function isEmpty(found: unknown): boolean {
  return found === undefined || found === null || found === '' || (Array.isArray(found) && found.length === 0);
}

function isSame(found: unknown, value: unknown): boolean {
  return found === value || (value === null && isEmpty(found));
}

/** A text contains a part of it, ignoring case; a list contains one of its values. */
function contains(found: unknown, value: unknown): boolean {
  if (Array.isArray(found)) return found.some((item) => isSame(item, value));
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  return found.toLowerCase().includes(value.toLowerCase());
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
