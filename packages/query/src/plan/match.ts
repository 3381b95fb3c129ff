import type { ReadDocument } from './read.ts';
import type { Filter, Test } from '../normalize/normalized-question.ts';
import { localCycle } from './local-time.ts';
import { isPresent, presentCondition } from './stored-kinds.ts';

type CycleTest = Extract<Test, { test: 'cycle' }>;

/** Compiles a filter to a match; `{}` matches everything. Values never take the place of an operator. */
export function compileMatch(filter: Filter): ReadDocument {
  if ('all' in filter) return allOf(filter.all.map(compileMatch));
  if ('any' in filter) return join('$or', filter.any.map(compileMatch));
  if ('not' in filter) return compileNot(filter.not);
  if ('related' in filter) return { [`${filter.name}.0`]: { $exists: true } };
  if (filter.test === 'cycle') return { $expr: isInCycle(filter) };
  return { [filter.field.name]: conditionOf(filter) };
}

function join(operator: '$and' | '$or', parts: ReadDocument[]): ReadDocument {
  if (parts.length === 0) return {};
  return parts.length === 1 ? parts[0]! : { [operator]: parts };
}

/** Whether a match excludes anything. */
export const isRestricting = (match: ReadDocument): boolean => Object.keys(match).length > 0;

/** Joins conditions with `$and`. */
export const allOf = (conditions: readonly ReadDocument[]): ReadDocument =>
  join('$and', conditions.filter(isRestricting));

/** The `$match` stage of a filter; empty if it matches everything. */
export function matchStages(filter: Filter): ReadDocument[] {
  const match = compileMatch(filter);
  return isRestricting(match) ? [{ $match: match }] : [];
}

/** Records without a value fail every test, so the negation includes them. */
function compileNot(filter: Filter): ReadDocument {
  if ('test' in filter && filter.test !== 'cycle') return { [filter.field.name]: { $not: conditionOf(filter) } };
  return { $nor: [compileMatch(filter)] };
}

/** Whether a date is in a part of a cycle. No index can answer this. */
function isInCycle({ field, unit, at, timezone }: CycleTest): object {
  const value = `$${field.name}`;
  return { $and: [isPresent(field, value), { $eq: [localCycle(value, { field, unit }, timezone), at] }] };
}

function conditionOf(test: Exclude<Test, CycleTest>): ReadDocument {
  switch (test.test) {
    case 'present':
      return { ...presentCondition(test.field) };
    case 'oneOf':
      return test.values.length === 1 ? { $eq: test.values[0] } : { $in: test.values };
    case 'allOf':
      return { $all: test.values };
    case 'containing':
      return { $regex: patternOf(test), $options: 'i' };
    case 'range': {
      const { gt, gte, lt, lte } = test;
      const bounds = Object.entries({ $gt: gt, $gte: gte, $lt: lt, $lte: lte });
      return Object.fromEntries(bounds.filter(([, bound]) => bound !== undefined));
    }
  }
}

/** `\\A` and `\\z` match only at the ends of the text, not of a line. */
function patternOf({ text, at }: { text: string; at?: 'start' | 'end' }): string {
  return `${at === 'start' ? '\\A' : ''}${escapePattern(text)}${at === 'end' ? '\\z' : ''}`;
}

/** Escapes text for a regular expression (PCRE). */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|#/-]/g, '\\$&');
}
