import type { AnswerColumn, Question, QuestionCondition, QuestionFilter } from '@tallyhook/schemas';
import { otherKey, type Key } from '../chart/group-keys.ts';

/** A figure's group: a key, or the keys that a chart combined, by grouping. */
export type GroupKey = Record<string, Key | readonly Key[]>;

/** The service's limits on conditions per filter, and on values per list. */
const maxConditions = 52;
const maxValues = 1_000;

/** The question's filter plus the conditions for a group; undefined if no filter selects exactly its records. */
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
  return countConditions(filter) > maxConditions ? undefined : filter;
}

/** Whether two conditions are equivalent in notation: `eq` of a value equals `in` with that one value. */
function saysTheSame(one: QuestionFilter, other: QuestionFilter): boolean {
  if (!('field' in one) || !('field' in other) || one.field !== other.field) return false;
  const written = ({ op, value }: QuestionCondition) => JSON.stringify(op === 'eq' ? ['in', [value]] : [op, value]);
  return written(one) === written(other);
}

/** The conditions that records of one of these groups meet. */
function conditionsOf(column: AnswerColumn, keys: readonly Key[]): readonly QuestionFilter[] | undefined {
  if (keys.length === 1 && keys[0] === otherKey) return conditionsOfOthers(column);
  const { field = '' } = column;
  const values = keys.flatMap((key) => (key === null || key === otherKey ? [] : [key]));
  if (values.length > maxValues) return undefined;
  const any: QuestionFilter[] = conditionsOfValues(column, values);
  if (keys.includes(null)) any.push({ field, op: 'empty' });
  if (keys.includes(otherKey)) {
    const others = conditionsOfOthers(column);
    if (others === undefined) return undefined;
    any.push(others.length === 1 ? others[0]! : { and: [...others] });
  }
  return any.length === 1 ? any : [{ or: any }];
}

/** A recurring part is a number; a period's first day is a text. */
const atOf = (key: Exclude<Key, null>): string | number => (typeof key === 'number' ? key : String(key));

/** Alternative conditions: records meet one of them. */
function conditionsOfValues({ field = '', kind, unit, many }: AnswerColumn, values: Exclude<Key, null>[]) {
  // Periods are sent back exactly as the answer has them.
  if (unit !== undefined)
    return values.map((at): QuestionFilter => ({ field, op: 'within', value: { unit, at: atOf(at) } }));
  if (values.length === 0) return [];
  const op = many ? 'has' : 'in';
  const isListed = values.length > 1 || many || kind === 'relation' || kind === 'person';
  return [{ field, op: isListed ? op : 'eq', value: isListed ? values : values[0]! } as QuestionFilter];
}

/**
 * Conditions of "all others": none of the top values, including no value at all. With multi-value fields a record can
 * have other values next to a top one, which no condition can express.
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
