import type { AnswerColumn, Question, QuestionCondition, QuestionFilter } from '@tallyhook/schemas';
import { otherKey, type Key } from '../chart/group-keys.ts';

/** What a figure stands for, by group: a key, or those that a chart put together. */
export type GroupKey = Record<string, Key | readonly Key[]>;

/** As many as the service takes in one filter, and in one list of values. */
const mostConditions = 52;
const mostValues = 1_000;

/**
 * The question's own filter and the conditions that a group's key comes to; undefined where no filter finds just its
 * records.
 */
export function filterOfGroup(
  question: Question,
  columns: readonly AnswerColumn[],
  key: GroupKey,
): QuestionFilter | undefined {
  const own = question.filter;
  const parts = own === undefined ? [] : 'and' in own ? [...own.and] : [own];
  for (const column of columns) {
    if (column.role !== 'group' || !Object.hasOwn(key, column.name)) continue;
    const conditions = conditionsOf(column, [key[column.name]!].flat());
    if (conditions === undefined) return undefined;
    parts.push(...conditions.filter((one) => !parts.some((part) => saysTheSame(one, part))));
  }
  const filter = { and: parts };
  return countConditions(filter) > mostConditions ? undefined : filter;
}

/** Whether two conditions keep the same records as they are written: `eq` of a value is `in` a list of it. */
function saysTheSame(one: QuestionFilter, other: QuestionFilter): boolean {
  if (!('field' in one) || !('field' in other) || one.field !== other.field) return false;
  const written = ({ op, value }: QuestionCondition) => JSON.stringify(op === 'eq' ? ['in', [value]] : [op, value]);
  return written(one) === written(other);
}

/** What a record of one of these groups meets. */
function conditionsOf(column: AnswerColumn, keys: readonly Key[]): readonly QuestionFilter[] | undefined {
  if (keys.length === 1 && keys[0] === otherKey) return conditionsOfOthers(column);
  const { field = '' } = column;
  const values = keys.flatMap((key) => (key === null || key === otherKey ? [] : [key]));
  if (values.length > mostValues) return undefined;
  const any: QuestionFilter[] = conditionsOfValues(column, values);
  if (keys.includes(null)) any.push({ field, op: 'empty' });
  if (keys.includes(otherKey)) {
    const others = conditionsOfOthers(column);
    if (others === undefined) return undefined;
    any.push(others.length === 1 ? others[0]! : { and: [...others] });
  }
  return any.length === 1 ? any : [{ or: any }];
}

/** The part of a unit that comes again is a number, the first day of a period a text. */
const atOf = (key: Exclude<Key, null>): string | number => (typeof key === 'number' ? key : String(key));

/** One of them is met. */
function conditionsOfValues({ field = '', kind, unit, many }: AnswerColumn, values: Exclude<Key, null>[]) {
  // A period is sent back as the answer has it.
  if (unit !== undefined)
    return values.map((at): QuestionFilter => ({ field, op: 'within', value: { unit, at: atOf(at) } }));
  if (values.length === 0) return [];
  const op = many ? 'has' : 'in';
  const isListed = values.length > 1 || many || kind === 'relation' || kind === 'person';
  return [{ field, op: isListed ? op : 'eq', value: isListed ? values : values[0]! } as QuestionFilter];
}

/**
 * All of them are met by a record with none of the top values, without a value too. Who has several values can have
 * others beside a top one, which no condition says.
 */
function conditionsOfOthers({ field = '', kind, unit, many, top }: AnswerColumn): QuestionFilter[] | undefined {
  if (many || top === undefined) return undefined;
  const values = top.filter((key) => key !== null);
  const presence: QuestionFilter[] = values.length < top.length ? [{ field, op: 'nempty' }] : [];
  if (unit !== undefined) {
    const outside = values.map((at): QuestionFilter => ({ field, op: 'nwithin', value: { unit, at: atOf(at) } }));
    return [...presence, ...outside];
  }
  if (kind === 'yesNo') return [...presence, ...values.map((value): QuestionFilter => ({ field, op: 'ne', value }))];
  return [...presence, { field, op: 'nin', value: values }];
}

function countConditions(filter: QuestionFilter): number {
  if ('field' in filter) return 1;
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : [filter.not];
  return parts.reduce((sum, part) => sum + countConditions(part), 0);
}
