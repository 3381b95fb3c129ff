import { CancelledError, hashKey, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@tallyhook/schemas';
import type { RefObject } from 'react';
import { usePlace, type Place } from '../place.tsx';
import { count, useIsCountQueued } from './count.ts';
import { useTrackInView } from './in-view.ts';
import { addressOf, call } from './call.ts';
import { Refusal } from './send.ts';
import type { RunStatus, Session } from '@tallyhook/schemas/api';
import { isOpenRun } from '@tallyhook/schemas/run-statuses';
import type { ShownReport } from '../reports/shown-report.ts';

export const sessionKey = ['session'];

/** Poll interval of lists that others change too. */
export const listRefreshMs = 3_000;
const openRunRefreshMs = 1_000;
const attentionRefreshMs = 10_000;
const sessionRefreshMs = 30_000;
const firstPauseMs = 1_000;
const longestPauseMs = 10_000;

/**
 * The signed-in person; an error with code `sign_in_required` if nobody is signed in. No page works without it, so it
 * is retried until there is an answer; `failureReason` holds the last failure.
 */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => call({}, 'GET /api/session', { signal }),
    retry: (_failures, error) => !isSignInRequired(error),
    retryDelay: (failures) => Math.min(firstPauseMs * 2 ** failures, longestPauseMs),
    // Others change the workspace settings. No polling during sign-in.
    refetchInterval: ({ state }) => (state.status === 'success' ? sessionRefreshMs : false),
  });
}

/** A key that changes with the workspace's time zone or week start, on which figures depend. */
export function useCalendarKey(): string {
  const { workspace } = usePlace();
  const { data } = useQuery<Session>({ queryKey: sessionKey, enabled: false });
  const { timezone, weekStart } = data?.workspaces.find(({ id }) => id === workspace) ?? {};
  return `${timezone} ${weekStart}`;
}

/** Whether a request was refused because nobody is signed in. */
export function isSignInRequired(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'sign_in_required';
}

/** The branch's reports in creation order. Polled, because others change them too. */
export function useReports() {
  const place = usePlace();
  return useQuery({
    queryKey: ['reports', place],
    queryFn: ({ signal }) => call(place, 'GET /api/reports', { signal }),
    refetchInterval: listRefreshMs,
  });
}

/** A report. Polled, because others change it too. */
export function useReport(id: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['report', place, id],
    queryFn: ({ signal }) => call(place, 'GET /api/reports/:id', { path: { id }, signal }),
    refetchInterval: listRefreshMs,
  });
}

/** Reads a report from the service, bypassing the cache. */
export function useReadReport(): (id: string) => Promise<ShownReport> {
  const place = usePlace();
  const queries = useQueryClient();
  return async (id) => {
    const report = await call(place, 'GET /api/reports/:id', { path: { id } });
    queries.setQueryData(['report', place, id], report);
    return report;
  };
}

/** The answer to a saved report with its current question; counted again only on request. */
export function useAnswer(report: ShownReport) {
  const options = useAnswerOptions()(report);
  return useQuery({
    ...options,
    staleTime: Infinity,
    refetchOnMount: 'always',
    // Renaming a report does not change its figures.
    placeholderData: (figures: Answer | undefined, before) =>
      isOfSameQuestion(before?.queryKey, options.queryKey) ? figures : undefined,
  });
}

/** How a requested count ended. */
export type CountOutcome = 'counted' | 'failed' | 'stopped';

/** Counts the answer to a saved report now, cached or not; returns how that ended. */
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

/**
 * Counts a saved report and shows the answer once it arrives; until then, and on failure, nothing changes on the page.
 */
export function useCountQuietly(): (report: ShownReport, signal: AbortSignal) => Promise<void> {
  const options = useAnswerOptions();
  const queries = useQueryClient();
  return async (report, signal) => {
    const { queryKey, queryFn } = options(report);
    queries.setQueryData(queryKey, await queryFn({ signal }));
  };
}

/** Stops the count of a saved report. The query stays in a "stopped" error state until somebody counts again. */
export function useStopCounting(): (report: ShownReport) => Promise<void> {
  const options = useAnswerOptions();
  const queries = useQueryClient();
  return (report) => queries.cancelQueries({ queryKey: options(report).queryKey, exact: true }, { revert: false });
}

/** Whether the count of a saved report is still queued behind others of this page. */
export function useIsQueued(report: ShownReport): boolean {
  const place = usePlace();
  return useIsCountQueued(addressesOf(place, report));
}

/** Gives a saved report's count priority while the element with the returned ref is in view. */
export function useCountFirstInView<Shown extends Element>(report: ShownReport): RefObject<Shown | null> {
  const place = usePlace();
  return useTrackInView<Shown>(addressesOf(place, report));
}

/** Whether an answer is missing because somebody stopped its count. */
export function wasStopped(error: unknown): boolean {
  return error instanceof CancelledError;
}

function useAnswerOptions() {
  const place = usePlace();
  const days = useCalendarKey();
  return (report: ShownReport, isRecount = false) => answerOptions({ place, days }, report, isRecount);
}

/**
 * The query of the answer to a saved report; `days` is that of {@link useCalendarKey}. The answer depends on the report's
 * revision, and a count that ran during a save may belong to either revision.
 */
export function answerOptions({ place, days }: { place: Place; days: string }, report: ShownReport, isRecount = false) {
  return {
    queryKey: ['answer', place, report.id, report.definition, days, report.conditions ?? [], report.revision] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => count(answerAddress(place, report, isRecount), signal),
  };
}

function isOfSameQuestion(one: readonly unknown[] | undefined, other: readonly unknown[]): boolean {
  const withoutRevision = (key: readonly unknown[]) => hashKey(key.slice(0, -1));
  return one !== undefined && withoutRevision(one) === withoutRevision(other);
}

const addressesOf = (place: Place, report: ShownReport) => [
  answerAddress(place, report),
  answerAddress(place, report, true),
];

/** The address of the answer to a saved report. */
export function answerAddress(place: Place, { id, conditions = [] }: ShownReport, isRecount = false): string {
  return addressOf(place, 'GET /api/reports/:id/answer', {
    path: { id },
    query: {
      labels: true,
      recount: isRecount,
      conditions: conditions.length === 0 ? undefined : JSON.stringify(conditions),
    },
  });
}

/** The record types of the branch, with the names of fields and options. */
export function useTypes({ isPolled = false } = {}) {
  const place = usePlace();
  return useQuery({
    queryKey: ['types', place],
    queryFn: ({ signal }) => call(place, 'GET /api/types', { signal }),
    staleTime: 60_000,
    refetchInterval: isPolled && listRefreshMs,
  });
}

/** The branch's workflows; polled where they are the subject of the page, because others switch them too. */
export function useWorkflows({ isPolled = false } = {}) {
  const place = usePlace();
  return useQuery({
    queryKey: ['workflows', place],
    queryFn: ({ signal }) => call(place, 'GET /api/workflows', { signal }),
    staleTime: isPolled ? 0 : 60_000,
    refetchInterval: isPolled && listRefreshMs,
  });
}

export interface RunFilter {
  status: RunStatus | undefined;
  /** Only those that wait for a decision. */
  undecided?: 'true' | undefined;
  workflow: string | undefined;
  /** The id that the sender of a delivery gave, or the id of a record. */
  find?: string | undefined;
  /** Days, both included. */
  since?: string | undefined;
  until?: string | undefined;
}

/** The branch's runs, newest first. Polled. */
export function useRuns({ status, undecided, workflow, find, since, until }: RunFilter) {
  const place = usePlace();
  return useInfiniteQuery({
    queryKey: ['runs', place, status, undecided, workflow, find, since, until],
    queryFn: ({ signal, pageParam }) =>
      call(place, 'GET /api/runs', {
        query: {
          status,
          undecided,
          workflow,
          find,
          since,
          until,
          cursor: pageParam,
          limit: 50,
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: listRefreshMs,
  });
}

/** What runs of the branch ask people, the oldest first. Polled. */
export function useAsks() {
  const place = usePlace();
  return useQuery({
    queryKey: ['asks', place],
    queryFn: ({ signal }) => call(place, 'GET /api/asks', { signal }),
    refetchInterval: listRefreshMs,
  });
}

/** What workflows of the workspace have told the person, newest first. Polled. */
export function useMessages() {
  const place = usePlace();
  return useInfiniteQuery({
    queryKey: ['messages', place.workspace],
    queryFn: ({ signal, pageParam }) =>
      call(place, 'GET /api/messages', { query: { cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: listRefreshMs,
  });
}

/** How much waits for the person on the branch. Polled, for the navigation. */
export function useAttention() {
  const place = usePlace();
  return useQuery({
    queryKey: ['attention', place],
    queryFn: ({ signal }) => call(place, 'GET /api/attention', { signal }),
    refetchInterval: attentionRefreshMs,
    enabled: place.workspace !== undefined,
  });
}

/** What other services send because workflows subscribe to it. Polled. */
export function useSubscriptions() {
  const place = usePlace();
  return useQuery({
    queryKey: ['subscriptions', place.workspace],
    queryFn: ({ signal }) => call(place, 'GET /api/subscriptions', { signal }),
    refetchInterval: listRefreshMs,
  });
}

export interface DeliveryFilter {
  connector: string | undefined;
  outcome: 'accepted' | 'untriggered' | 'conflict' | undefined;
  /** The id that the sender gave. */
  find: string | undefined;
}

/** The deliveries of the workspace, newest first. Polled. */
export function useDeliveries({ connector, outcome, find }: DeliveryFilter) {
  const place = usePlace();
  return useInfiniteQuery({
    queryKey: ['deliveries', place, connector, outcome, find],
    queryFn: ({ signal, pageParam }) =>
      call(place, 'GET /api/deliveries', { query: { connector, outcome, find, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: listRefreshMs,
  });
}

/** One delivery with its content and its runs. Polled, because runs start after it. */
export function useDelivery(id: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['delivery', place, id],
    queryFn: ({ signal }) => call(place, 'GET /api/deliveries/:id', { path: { id }, signal }),
    refetchInterval: listRefreshMs,
  });
}

/** One run with its steps. Polled every second until it ends. */
export function useRun(id: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['run', place, id],
    queryFn: ({ signal }) => call(place, 'GET /api/runs/:id', { path: { id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOpenRun(state.data.status) ? openRunRefreshMs : false,
  });
}

/** The branch's dashboards in creation order. Polled, because others change them too. */
export function useDashboards() {
  const place = usePlace();
  return useQuery({
    queryKey: ['dashboards', place],
    queryFn: ({ signal }) => call(place, 'GET /api/dashboards', { signal }),
    refetchInterval: listRefreshMs,
  });
}
