import { CancelledError, hashKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@tallyhook/schemas';
import type { RefObject } from 'react';
import { usePlace, type Place } from '../place.tsx';
import { count, useWaitsForTurn } from './count.ts';
import { useNotedInView } from './in-view.ts';
import { addressOf, call } from './call.ts';
import { Refusal } from './send.ts';
import type { RunStatus, Session } from '@tallyhook/schemas/api';
import type { ShownReport } from '../reports/shown-report.ts';

export const sessionKey = ['session'];

/** How often a list is asked for again that others change too. */
export const listRefreshMs = 3_000;
const openRunRefreshMs = 1_000;
const sessionRefreshMs = 30_000;
const firstPauseMs = 1_000;
const longestPauseMs = 10_000;

/**
 * Who is signed in; an error with the code `sign_in_required` where nobody is. Without it there are no pages, so it is
 * asked for until there is an answer; `failureReason` says what came instead.
 */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call({}, 'GET /api/session', { signal }),
    retry: (_failures, error) => !isSignInRequired(error),
    retryDelay: (failures) => Math.min(firstPauseMs * 2 ** failures, longestPauseMs),
    // Others change the settings of the workspace. While one signs in nothing is asked.
    refetchInterval: ({ state }) => (state.status === 'success' ? sessionRefreshMs : false),
  });
}

/** Where days and weeks begin in the workspace that the pages are about: with others, figures are others. */
export function useDaysOfWorkspace(): string {
  const { workspace } = usePlace();
  const { data } = useQuery<Session>({ queryKey: sessionKey, enabled: false });
  const { timezone, weekStart } = data?.workspaces.find(({ id }) => id === workspace) ?? {};
  return `${timezone} ${weekStart}`;
}

/** Whether an answer was refused because nobody is signed in. */
export function isSignInRequired(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'sign_in_required';
}

/** The reports of the branch in the order they were made, asked for again every few seconds: others change them too. */
export function useReports() {
  const place = usePlace();
  return useQuery({
    queryKey: ['reports', place],
    queryFn: ({ signal }) => call(place, 'GET /api/reports', { signal }),
    refetchInterval: listRefreshMs,
  });
}

/** A report, asked for again every few seconds: others change it too. */
export function useReport(id: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['report', place, id],
    queryFn: ({ signal }) => call(place, 'GET /api/reports/:id', { path: { id }, signal }),
    refetchInterval: listRefreshMs,
  });
}

/** Reads a report anew. */
export function useReadReport(): (id: string) => Promise<ShownReport> {
  const place = usePlace();
  const queries = useQueryClient();
  return async (id) => {
    const report = await call(place, 'GET /api/reports/:id', { path: { id } });
    queries.setQueryData(['report', place, id], report);
    return report;
  };
}

/** The answer to a saved report as it asks now; counted again only when somebody asks for it. */
export function useAnswer(report: ShownReport) {
  const options = useAnswerOptions()(report);
  return useQuery({
    ...options,
    staleTime: Infinity,
    refetchOnMount: 'always',
    // Another name leaves the figures as they are.
    placeholderData: (figures: Answer | undefined, before) =>
      isOfSameQuestion(before?.queryKey, options.queryKey) ? figures : undefined,
  });
}

/** What became of a count that somebody asked for. */
export type CountOutcome = 'counted' | 'failed' | 'stopped';

/** Counts the answer to a saved report now, kept or not; says what became of it. */
export function useCountAgain(): (report: ShownReport) => Promise<CountOutcome> {
  const options = useAnswerOptions();
  const queries = useQueryClient();
  return async (report) => {
    try {
      await queries.fetchQuery({ ...options(report, true), staleTime: 0, retry: false });
      return 'counted';
    } catch (error) {
      return wasStopped(error) ? 'stopped' : 'failed';
    }
  };
}

/** Asks for the answer to a saved report and shows it when it is there; till then, and without one, all stays as it is. */
export function useCountQuietly(): (report: ShownReport, signal: AbortSignal) => Promise<void> {
  const options = useAnswerOptions();
  const queries = useQueryClient();
  return async (report, signal) => {
    const { queryKey, queryFn } = options(report);
    queries.setQueryData(queryKey, await queryFn({ signal }));
  };
}

/** Ends the count of a saved report. It stays an error of its own until somebody counts again. */
export function useStopCounting(): (report: ShownReport) => Promise<void> {
  const options = useAnswerOptions();
  const queries = useQueryClient();
  return (report) => queries.cancelQueries({ queryKey: options(report).queryKey, exact: true }, { revert: false });
}

/** Whether the count of a saved report has not begun yet, because others of this page come first. */
export function useIsInLine(id: string): boolean {
  const place = usePlace();
  return useWaitsForTurn(addressesOf(place, id));
}

/** Has a saved report counted before others of the page while the element that takes this can be seen. */
export function useCountedFirstInView<Shown extends Element>(id: string): RefObject<Shown | null> {
  const place = usePlace();
  return useNotedInView<Shown>(addressesOf(place, id));
}

/** Whether an answer is missing because somebody stopped its count. */
export function wasStopped(error: unknown): boolean {
  return error instanceof CancelledError;
}

/**
 * What somebody else makes of a report has another answer, and what becomes of it next one more: what was counted while
 * it was saved may be of either.
 */
function useAnswerOptions() {
  const place = usePlace();
  const days = useDaysOfWorkspace();
  return ({ id, definition, revision }: ShownReport, isRecount = false) => ({
    queryKey: ['answer', place, id, definition, days, revision] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => count(answerAddress(place, id, isRecount), signal),
  });
}

function isOfSameQuestion(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  const withoutRevision = (key: readonly unknown[]) => hashKey(key.slice(0, -1));
  return one !== undefined && withoutRevision(one) === withoutRevision(other);
}

const addressesOf = (place: Place, id: string) => [answerAddress(place, id), answerAddress(place, id, true)];

function answerAddress(place: Place, id: string, isRecount = false): string {
  return addressOf(place, 'GET /api/reports/:id/answer', { path: { id }, query: { labels: true, recount: isRecount } });
}

/** The record types of the branch: what fields and choices are called. */
export function useTypes() {
  const place = usePlace();
  return useQuery({
    queryKey: ['types', place],
    queryFn: ({ signal }) => call(place, 'GET /api/types', { signal }),
    staleTime: 60_000,
  });
}

export function useWorkflows() {
  const place = usePlace();
  return useQuery({
    queryKey: ['workflows', place],
    queryFn: ({ signal }) => call(place, 'GET /api/workflows', { signal }),
    staleTime: 60_000,
  });
}

export interface RunFilter {
  status: RunStatus | undefined;
  workflow: string | undefined;
}

/** The runs of the branch, newest first, asked for again every few seconds. */
export function useRuns({ status, workflow }: RunFilter) {
  const place = usePlace();
  return useInfiniteQuery({
    queryKey: ['runs', place, status, workflow],
    queryFn: ({ signal, pageParam }) =>
      call(place, 'GET /api/runs', { query: { status, workflow, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: listRefreshMs,
  });
}

/** One run with its steps, asked for again every second until it has ended. */
export function useRun(id: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['run', place, id],
    queryFn: ({ signal }) => call(place, 'GET /api/runs/:id', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isOpen(state.data.status) ? openRunRefreshMs : false),
  });
}

/** Whether something can still happen to a run. */
export function isOpen(status: RunStatus): boolean {
  return status === 'queued' || status === 'running' || status === 'waiting';
}

/** The dashboards of the branch in the order they were made, asked for again every few seconds: others change them too. */
export function useDashboards() {
  const place = usePlace();
  return useQuery({
    queryKey: ['dashboards', place],
    queryFn: ({ signal }) => call(place, 'GET /api/dashboards', { signal }),
    refetchInterval: listRefreshMs,
  });
}
