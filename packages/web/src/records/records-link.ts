import { useCallback } from 'react';
import type { Answer } from '@tallyhook/schemas';
import { useRouter } from '@tanstack/react-router';
import { maxAddressLength } from '../api/address-length.ts';
import { usePlace } from '../place.tsx';
import { fieldsOfAnswer } from './asked-fields.ts';
import { filterOfGroup, type GroupKey } from './filter-of-group.ts';

/**
 * Returns the address of the page with a group's records; without a key, of all counted records. Undefined if no list
 * has exactly these records.
 */
export type RecordsOf = (key?: GroupKey) => string | undefined;

/** Builds links from figures to their records; undefined while there is no answer. */
export function useRecordsLink(answer: Answer | undefined, from: string): RecordsOf | undefined {
  const { workspace, branch } = usePlace();
  const router = useRouter();
  const link = useCallback(
    (key: GroupKey = {}) => {
      const question = answer!.meta.question;
      const filter = filterOfGroup(question, answer!.meta.columns, key);
      if (filter === undefined) return undefined;
      const { timezone, weekStart } = answer!.meta.resolved;
      const search = {
        filter: JSON.stringify(filter),
        fields: fieldsOfAnswer(answer!).join(','),
        timezone,
        weekStart,
        from,
        workspace,
        branch,
      };
      const params = { typeName: question.type };
      const { href } = router.buildLocation({ to: '/records/$typeName', params, search: search as never });
      return href.length > maxAddressLength ? undefined : href;
    },
    [answer, router, from, workspace, branch],
  );
  return answer === undefined ? undefined : link;
}
