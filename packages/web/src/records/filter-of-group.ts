import type { AnswerColumn, AnswerRow, Question, QuestionFilter } from '@tallyhook/schemas';

type KeyValue = AnswerRow['key'][string];

/** The part of a row that names its group. */
export type GroupKey = Record<string, KeyValue>;

/** The question's own filter and the conditions that a group's key comes to. */
export function filterOfGroup(question: Question, columns: readonly AnswerColumn[], key: GroupKey): QuestionFilter {
  const own = question.filter;
  const ownParts = own === undefined ? [] : 'and' in own ? own.and : [own];
  const groups = columns.filter(({ role, name }) => role === 'group' && Object.hasOwn(key, name));
  return { and: [...ownParts, ...groups.map((column) => conditionOf(column, key[column.name] ?? null))] };
}

function conditionOf({ field = '', kind, unit, many }: AnswerColumn, key: KeyValue): QuestionFilter {
  if (key === null) return { field, op: 'empty' };
  // A period is sent back as the answer has it.
  if (unit !== undefined) return { field, op: 'within', value: { unit, at: String(key) } };
  if (many) return { field, op: 'has', value: [key] };
  return kind === 'relation' || kind === 'person' ? { field, op: 'in', value: [key] } : { field, op: 'eq', value: key };
}
