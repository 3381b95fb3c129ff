import { useCallback } from 'react';
import type { Answer, AnswerColumn, AnswerRow, Question, QuestionFilter } from '@tallyhook/schemas';
import { useRouter } from '@tanstack/react-router';
import { usePlace } from '../place.tsx';

export type KeyValue = AnswerRow['key'][string];

/** The part of a row that names its group. */
export type GroupKey = Record<string, KeyValue>;

/** The address of the page with the records of a group; without a key, of all records that were counted. */
export type RecordsOf = (key?: GroupKey) => string;

/** How charts and tables lead from a figure to its records; undefined while there is no answer. */
export function useRecordsLink(answer: Answer | undefined, from: string): RecordsOf | undefined {
  const { workspace, branch } = usePlace();
  const router = useRouter();
  const link = useCallback(
    (key: GroupKey = {}) => {
      const question = answer!.meta.question;
      const filter = filterOfGroup(question, answer!.meta.columns, key);
      const { timezone, weekStart } = answer!.meta.resolved;
      const search = {
        type: question.type,
        filter: JSON.stringify(filter),
        timezone,
        weekStart,
        from,
        workspace,
        branch,
      };
      return router.buildLocation({ to: '/records', search: search as never }).href;
    },
    [answer, router, from, workspace, branch],
  );
  return answer === undefined ? undefined : link;
}

/** The question's own filter and the conditions that a group's key comes to. */
export function filterOfGroup(question: Question, columns: readonly AnswerColumn[], key: GroupKey): QuestionFilter {
  const own = question.filter;
  const ownParts = own === undefined ? [] : 'and' in own ? own.and : [own];
  const groups = columns.filter(({ role, name }) => role === 'group' && Object.hasOwn(key, name));
  return { and: [...ownParts, ...groups.map((column) => conditionOf(column, key[column.name] ?? null))] };
}

function conditionOf({ field = '', kind, unit, many }: AnswerColumn, key: KeyValue): QuestionFilter {
  if (key === null) return { field, op: 'empty' };
  // A period is sent back as the answer has it; the grammar of questions takes it as a value of `within`.
  if (unit !== undefined) return { field, op: 'within', value: { unit, at: String(key) } } as unknown as QuestionFilter;
  if (many) return { field, op: 'has', value: [key] };
  return kind === 'relation' || kind === 'person' ? { field, op: 'in', value: [key] } : { field, op: 'eq', value: key };
}
