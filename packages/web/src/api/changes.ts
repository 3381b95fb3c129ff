import { useQueryClient } from '@tanstack/react-query';
import type { Report } from '@tallyhook/schemas';
import { useMemo } from 'react';
import { usePlace } from '../place.tsx';
import { sessionKey } from './queries.ts';
import { deleteAt, isGone, useExplainDeleted } from './gone.ts';
import { call } from './call.ts';
import { Refusal } from './send.ts';
import type { DashboardPatch, NewTile, SavedDashboard, Workspace, TilePatch } from '@tallyhook/schemas/api';
import type { ShownReport } from '../reports/shown-report.ts';
import { waitForChange } from './slow-changes.ts';

/**
 * Changes to reports. Each one updates the cached queries.
 * @throws Refusal
 */
export function useReportChanges() {
  const place = usePlace();
  const queries = useQueryClient();
  const explainDeleted = useExplainDeleted();
  return useMemo(() => {
    const listed = () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['reports', place] }),
        queries.invalidateQueries({ queryKey: ['dashboards', place] }),
      ]);
    return {
      /** Creates a report and, if a dashboard is given, adds it there. */
      async create(body: { name: string; definition: Report; dashboard?: string | undefined }): Promise<ShownReport> {
        let made: ShownReport;
        try {
          made = await call(place, 'POST /api/reports', { body });
        } catch (error) {
          const { dashboard } = body;
          throw isGone(error) && dashboard !== undefined ? await explainDeleted(error, { dashboard }) : error;
        }
        await listed();
        return made;
      },
      async save(id: string, body: { revision: number; name?: string; definition?: Report }): Promise<ShownReport> {
        let saved: ShownReport;
        try {
          saved = await call(place, 'PATCH /api/reports/:id', { path: { id }, body });
        } catch (error) {
          if (!isGone(error)) throw error;
          await listed();
          throw new Refusal(error.code, 'Somebody deleted this report.');
        }
        // A read that started before the save would overwrite the saved version with the old one.
        await queries.cancelQueries({ queryKey: ['report', place, id] });
        queries.setQueryData(['report', place, id], saved);
        await listed();
        return saved;
      },
      /** Returns whether the report still existed. */
      async remove(id: string): Promise<boolean> {
        const wasThere = await deleteAt(place, 'DELETE /api/reports/:id', { path: { id } });
        queries.removeQueries({ queryKey: ['report', place, id] });
        await listed();
        return wasThere;
      },
      /** Restores a deleted report; its tiles show it again. */
      async bringBack(id: string): Promise<void> {
        await call(place, 'POST /api/reports/:id/restore', { path: { id } });
        await listed();
      },
    };
  }, [place, queries, explainDeleted]);
}

/** The settings of a workspace that people can change. */
export type WorkspaceSettings = Pick<Workspace, 'name' | 'timezone' | 'weekStart'>;

/**
 * Changes the current workspace and drops all cached answers.
 * @throws Refusal
 */
export function useChangeWorkspace(): (changes: Partial<WorkspaceSettings>) => Promise<void> {
  const { workspace } = usePlace();
  const queries = useQueryClient();
  return async (changes) => {
    await call({}, 'PATCH /api/workspaces/:id', { path: { id: workspace! }, body: changes });
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    await queries.invalidateQueries({ queryKey: sessionKey });
  };
}

/**
 * Requests cancellation of a run and updates the cached queries.
 * @throws Refusal
 */
export function useCancelRun(): (id: string) => Promise<void> {
  const place = usePlace();
  const queries = useQueryClient();
  return async (id) => {
    try {
      await call(place, 'POST /api/runs/:id/cancel', { path: { id } });
    } finally {
      await queries.invalidateQueries({ queryKey: ['run', place, id] });
    }
  };
}

/** Changes to dashboards. Each one is saved at once and returns the updated dashboard. */
export function useDashboardChanges() {
  const place = usePlace();
  const queries = useQueryClient();
  const explainDeleted = useExplainDeleted();
  return useMemo(() => {
    async function change(id: string, asked: Promise<SavedDashboard>, report?: string) {
      let changed: SavedDashboard;
      try {
        changed = await waitForChange(asked);
      } catch (error) {
        throw isGone(error) ? await explainDeleted(error, { dashboard: id, report }) : error;
      }
      // A read that started before the change would undo it on the page.
      await queries.cancelQueries({ queryKey: ['dashboards', place] });
      queries.setQueryData(['dashboards', place], (all: SavedDashboard[] | undefined) =>
        // With two concurrent changes, the response to the earlier one may arrive last.
        all?.map((one) => (one.id === changed.id && changed.revision >= one.revision ? changed : one)),
      );
      return changed;
    }
    const listed = () => queries.invalidateQueries({ queryKey: ['dashboards', place] });
    return {
      async create(name: string): Promise<SavedDashboard> {
        const made = await call(place, 'POST /api/dashboards', { body: { name } });
        await listed();
        return made;
      },
      change: (id: string, body: DashboardPatch) =>
        change(id, call(place, 'PATCH /api/dashboards/:id', { path: { id }, body })),
      /** Returns whether the dashboard still existed. */
      async remove(id: string): Promise<boolean> {
        const wasThere = await deleteAt(place, 'DELETE /api/dashboards/:id', { path: { id } });
        await listed();
        return wasThere;
      },
      /** Restores a deleted dashboard with its tiles. */
      async bringBack(id: string): Promise<void> {
        await call(place, 'POST /api/dashboards/:id/restore', { path: { id } });
        await listed();
      },
      /** The new tile is the last one in the returned dashboard, unless it is inserted before another. */
      addTile: (id: string, tile: NewTile) =>
        change(id, call(place, 'POST /api/dashboards/:id/tiles', { path: { id }, body: tile }), tile.report),
      changeTile: (id: string, tile: string, body: TilePatch) =>
        change(id, call(place, 'PATCH /api/dashboards/:id/tiles/:tile', { path: { id, tile }, body })),
      removeTile: (id: string, tile: string) =>
        change(id, call(place, 'DELETE /api/dashboards/:id/tiles/:tile', { path: { id, tile } })),
    };
  }, [place, queries, explainDeleted]);
}
