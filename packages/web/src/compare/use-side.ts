import type { Answer, Question } from '@tallyhook/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { addressOf, call } from '../api/call.ts';
import { count, useIsCountQueued } from '../api/count.ts';
import { answerAddress, answerOptions, listRefreshMs, useCalendarKey, wasStopped } from '../api/queries.ts';
import { usePlace, type Place } from '../place.tsx';
import type { ShownReport } from '../reports/shown-report.ts';

/** The question to ask instead of the saved report; `question` is undefined until it is known. */
export interface Instead {
  question: Question | undefined;
}

/** A report on one branch, and its answer there. Reports and types are polled, because others change them too. */
export function useSide(branch: string, reportId: string, instead?: Instead) {
  const { workspace } = usePlace();
  const place = useMemo((): Place => ({ workspace, branch }), [workspace, branch]);
  const days = useCalendarKey();
  const queries = useQueryClient();
  const report = useQuery({
    queryKey: ['report', place, reportId],
    queryFn: ({ signal }) => call(place, 'GET /api/reports/:id', { path: { id: reportId }, signal }),
    refetchInterval: listRefreshMs,
  });
  const types = useQuery({
    queryKey: ['types', place],
    queryFn: ({ signal }) => call(place, 'GET /api/types', { signal }),
    staleTime: 60_000,
  });
  const type = instead === undefined ? report.data?.definition.type : instead.question?.type;
  const hasType = types.data?.some(({ name }) => name === type) === true;
  const asked = instead === undefined ? ofReport(place, report.data, days) : ofQuestion(place, instead.question, days);
  const answer = useQuery({ ...asked.options(), enabled: hasType, staleTime: Infinity, refetchOnMount: 'always' });
  const isQueued = useIsCountQueued(asked.addresses);
  const reportError = report.data === undefined ? report.error : null;
  const isStopped = wasStopped(answer.error) && !answer.isFetching;
  return {
    place,
    report: report.data,
    types: types.data,
    /** The type that is missing on the branch. */
    missingType: types.data !== undefined && type !== undefined && !hasType ? type : undefined,
    answer: answer.data,
    reportError,
    /** Why there is no question to ask. */
    noQuestion: instead === undefined ? reportError : null,
    error: types.error ?? (isStopped ? null : answer.error),
    isCounting: answer.isFetching,
    isQueued,
    isStopped,
    /** Counts now, without a cached answer; what fails is shown as the error. */
    count: async () => {
      const { queryKey, queryFn } = asked.options(true);
      await queries.fetchQuery({ queryKey, queryFn, staleTime: 0, retry: false }).catch(() => undefined);
    },
    /** Counts, and shows the answer once it arrives; until then, nothing changes. */
    countQuietly: async (signal: AbortSignal) => {
      const { queryKey, queryFn } = asked.options();
      queries.setQueryData(queryKey, await queryFn({ signal }));
    },
    stop: () => void queries.cancelQueries({ queryKey: asked.options().queryKey, exact: true }, { revert: false }),
  };
}

export type Side = ReturnType<typeof useSide>;

interface Asked {
  options: (isRecount?: boolean) => {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
  };
  addresses: string[];
}

function ofReport(place: Place, report: ShownReport | undefined, days: string): Asked {
  if (report === undefined) return nothing(place);
  return {
    options: (isRecount) => answerOptions({ place, days }, report, isRecount),
    addresses: [answerAddress(place, report), answerAddress(place, report, true)],
  };
}

function ofQuestion(place: Place, question: Question | undefined, days: string): Asked {
  if (question === undefined) return nothing(place);
  const address = addressOf(place, 'GET /api/query', { query: { q: JSON.stringify(question), labels: true } });
  return {
    options: () => ({ queryKey: ['answer', place, question, days], queryFn: ({ signal }) => count(address, signal) }),
    addresses: [address],
  };
}

const nothing = (place: Place): Asked => ({
  options: () => ({
    queryKey: ['answer', place],
    queryFn: () => Promise.reject(new Error('There is no question yet.')),
  }),
  addresses: [],
});
