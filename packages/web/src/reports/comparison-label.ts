import type { FieldKind, QuestionCondition } from '@tallyhook/schemas';

type Operator = QuestionCondition['op'];

const comparisons: Record<string, string> = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  nin: 'is not one of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  between: 'is between',
  contains: 'contains',
  ncontains: 'does not contain',
  startsWith: 'starts with',
  endsWith: 'ends with',
  has: 'has one of',
  hasAll: 'has all of',
  hasNone: 'has none of',
  within: 'is within',
  nwithin: 'is not within',
  empty: 'has no value',
  nempty: 'has a value',
};

const dateComparisons: Record<string, string> = {
  eq: 'is on',
  gt: 'is after',
  gte: 'is on or after',
  lt: 'is before',
  lte: 'is on or before',
};

const relationComparisons: Record<string, string> = { empty: 'is not set', nempty: 'is set' };

/** The label of a comparison; dates and relations have their own. */
export function comparisonLabel(operator: Operator, kind?: FieldKind): string {
  const own: Record<string, string> =
    kind === 'day' || kind === 'instant'
      ? dateComparisons
      : kind === 'relation' || kind === 'person' || kind === 'file'
        ? relationComparisons
        : {};
  const words = [own, comparisons].find((one) => Object.hasOwn(one, operator));
  return words?.[operator] ?? operator;
}

/** The operators to offer. If several mean the same for a field, only one of them, plus those in use. */
export function offeredOperators(
  { kind, many, ops }: { kind: FieldKind; many: boolean; ops: readonly Operator[] },
  current?: Operator,
): Operator[] {
  const hidden = hiddenOperators(kind, many);
  return ops.filter((operator) => operator === current || !hidden.has(operator));
}

function hiddenOperators(kind: FieldKind, many: boolean): Set<string> {
  if (kind === 'text' || kind === 'number') return new Set(['in', 'nin']);
  if (kind === 'yesNo') return new Set(['ne']);
  if (many) return new Set(['eq', 'in', 'nin']);
  if (kind === 'choice') return new Set(['eq', 'ne']);
  return kind === 'relation' || kind === 'person' ? new Set(['eq', 'ne', 'has', 'hasNone']) : new Set();
}
