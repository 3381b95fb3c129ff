import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RouteCall, RouteName } from '@tallyhook/schemas/routes';
import { usePlace, type Place } from '../place.tsx';
import { call } from './call.ts';
import { Refusal } from './send.ts';

/** Whether what a request was about is not there (any more), and not just out of reach. */
export function isGone(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'not_found';
}

/** Deletes what is at an address; says whether it was still there. What somebody else deleted already is as wanted. */
export async function deleteAt<Name extends RouteName & `DELETE ${string}`>(
  place: Place,
  route: Name,
  wanted: RouteCall<Name>,
): Promise<boolean> {
  try {
    await call(place, route, wanted as never);
    return true;
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
}

/** What was to be changed. */
export interface ChangedThings {
  dashboard: string;
  /** The report that was to be put on it. */
  report?: string | undefined;
}

/**
 * Finds out what somebody deleted before a change of a dashboard came: brings the lists up to date, and gives the
 * refusal in words that say what is gone and what to do.
 */
export function useWordsOfGone(): (refusal: Refusal, about: ChangedThings) => Promise<Refusal> {
  const place = usePlace();
  const queries = useQueryClient();
  return useCallback(
    async (refusal, { dashboard, report }) => {
      const keys = { dashboards: ['dashboards', place], reports: ['reports', place] };
      await Promise.all(Object.values(keys).map((queryKey) => queries.invalidateQueries({ queryKey })));
      const isMissing = (queryKey: unknown[], id: string) =>
        queries.getQueryData<{ id: string }[]>(queryKey)?.every((one) => one.id !== id) === true;
      if (isMissing(keys.dashboards, dashboard))
        return new Refusal(refusal.code, 'Somebody deleted this dashboard. Its reports are still under “All reports”.');
      if (report !== undefined && isMissing(keys.reports, report))
        return new Refusal(refusal.code, 'Somebody deleted this report, so it cannot be put here. Choose another one.');
      return refusal;
    },
    [place, queries],
  );
}
