import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { RouteCall, RouteName } from '@tallyhook/schemas/routes';
import { usePlace, type Place } from '../place.tsx';
import { call } from './call.ts';
import { Refusal } from './send.ts';

/** Whether a request failed because its target does not exist (any more), rather than being unreachable. */
export function isGone(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code === 'not_found';
}

/** Deletes the resource at an address; returns whether it still existed. Already deleted counts as success. */
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

/** The targets of a change. */
export interface ChangedThings {
  dashboard: string;
  /** The report to put on the dashboard. */
  report?: string | undefined;
}

/**
 * Finds out what was deleted before a dashboard change arrived. Refreshes the lists and rewords the refusal to say what
 * is gone and what to do.
 */
export function useExplainDeleted(): (refusal: Refusal, about: ChangedThings) => Promise<Refusal> {
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
        return new Refusal(refusal.code, "Somebody deleted this report, so it can't be added. Choose another one.");
      return refusal;
    },
    [place, queries],
  );
}
