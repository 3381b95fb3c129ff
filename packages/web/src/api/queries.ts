import { CancelledError, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RecordType } from '@tallyhook/schemas';
import type { RefObject } from 'react';
import { addressIn, usePlace, type Place } from '../place.tsx';
import { count, useWaitsForTurn } from './count.ts';
import { useNotedInView } from './in-view.ts';
import { Refusal, send } from './send.ts';
import type { Dashboard, Run, RunPage, RunStatus, SavedReport, Session, WorkflowRow } from './shapes.ts';

export const sessionKey = ['session'];

/** How often a list is asked for again that others change too. */
export const listRefreshMs = 3_000;
const openRunRefreshMs = 1_000;
const firstPauseMs = 1_000;
const longestPauseMs = 10_000;

/**
 * Who is signed in; an error with the code `sign_in_required` where nobody is. Without it there are no pages, so it is
 * asked for until there is an answer; `failureReason` says what came instead.
 */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => send<Session>('/api/session', { signal }),
    retry: (_failures, error) => !isSignInRequired(error),
    retryDelay: (failures) => Math.min(firstPauseMs * 2 ** failures, longestPauseMs),
  });
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
    queryFn: ({ signal }) => send<SavedReport[]>(addressIn(place, '/api/reports'), { signal }),
    refetchInterval: listRefreshMs,
  });
}

export function useReport(id: string) {
  const place = usePlace();
  return useQuery({
    queryKey: ['report', place, id],
    queryFn: ({ signal }) => send<SavedReport>(addressIn(place, `/api/reports/${encodeURIComponent(id)}`), { signal }),
  });
}

/** Reads a report anew. */
export function useReadReport(): (id: string) => Promise<SavedReport> {
  const place = usePlace();
  const queries = useQueryClient();
  return async (id) => {
    const report = await send<SavedReport>(addressIn(place, `/api/reports/${encodeURIComponent(id)}`));
    queries.setQueryData(['report', place, id], report);
    return report;
  };
}

/** The answer to a saved report; counted again only when somebody asks for it. */
export function useAnswer(id: string) {
  const place = usePlace();
  return useQuery({
    ...answerOptions(place, id),
    staleTime: Infinity,
    refetchOnMount: 'always',
  });
}

/** What became of a count that somebody asked for. */
export type CountOutcome = 'counted' | 'failed' | 'stopped';

/** Counts the answer to a saved report now, kept or not; says what became of it. */
export function useCountAgain(): (id: string) => Promise<CountOutcome> {
  const place = usePlace();
  const queries = useQueryClient();
  return async (id) => {
    try {
      await queries.fetchQuery({ ...answerOptions(place, id, true), staleTime: 0, retry: false });
      return 'counted';
    } catch (error) {
      return wasStopped(error) ? 'stopped' : 'failed';
    }
  };
}

/** Asks for the answer to a saved report and shows it when it is there; till then, and without one, all stays as it is. */
export function useCountQuietly(): (id: string, signal: AbortSignal) => Promise<void> {
  const place = usePlace();
  const queries = useQueryClient();
  return async (id, signal) => {
    const answer = await answerOptions(place, id).queryFn({ signal });
    queries.setQueryData(answerKey(place, id), answer);
  };
}

/** Ends the count of a saved report. It stays an error of its own until somebody counts again. */
export function useStopCounting(): (id: string) => Promise<void> {
  const place = usePlace();
  const queries = useQueryClient();
  return (id) => queries.cancelQueries({ queryKey: answerKey(place, id), exact: true }, { revert: false });
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

const answerKey = (place: Place, id: string) => ['answer', place, id];

function answerOptions(place: Place, id: string, isRecount = false) {
  const address = answerAddress(place, id, isRecount);
  return {
    queryKey: answerKey(place, id),
    queryFn: ({ signal }: { signal: AbortSignal }) => count(address, signal),
  };
}

const addressesOf = (place: Place, id: string) => [answerAddress(place, id), answerAddress(place, id, true)];

function answerAddress(place: Place, id: string, isRecount = false): string {
  const parameters = { labels: '1', recount: isRecount ? '1' : undefined };
  return addressIn(place, `/api/reports/${encodeURIComponent(id)}/answer`, parameters);
}

/** The record types of the branch: what fields and choices are called. */
export function useTypes() {
  const place = usePlace();
  return useQuery({
    queryKey: ['types', place],
    queryFn: ({ signal }) => send<RecordType[]>(addressIn(place, '/api/types'), { signal }),
    staleTime: 60_000,
  });
}

export function useWorkflows() {
  const place = usePlace();
  return useQuery({
    queryKey: ['workflows', place],
    queryFn: ({ signal }) => send<WorkflowRow[]>(addressIn(place, '/api/workflows'), { signal }),
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
      send<RunPage>(addressIn(place, '/api/runs', { status, workflow, cursor: pageParam, limit: '50' }), { signal }),
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
    queryFn: ({ signal }) => send<Run>(addressIn(place, `/api/runs/${encodeURIComponent(id)}`), { signal }),
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
    queryFn: ({ signal }) => send<Dashboard[]>(addressIn(place, '/api/dashboards'), { signal }),
    refetchInterval: listRefreshMs,
  });
}
