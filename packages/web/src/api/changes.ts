import { useQueryClient } from '@tanstack/react-query';
import type { Report } from '@tallyhook/schemas';
import { useMemo } from 'react';
import { usePlace } from '../place.tsx';
import { sessionKey } from './queries.ts';
import { deleteAt, isGone, useWordsOfGone } from './gone.ts';
import { call } from './call.ts';
import { Refusal } from './send.ts';
import type { NewTile, SavedDashboard, Workspace, TilePatch } from '@tallyhook/schemas/api';
import type { ShownReport } from '../reports/shown-report.ts';
import { waitForChange } from './slow-changes.ts';

/** What can be done to reports; each throws Refusal and leaves what is shown up to date. */
export function useReportChanges() {
  const place = usePlace();
  const queries = useQueryClient();
  const inWords = useWordsOfGone();
  return useMemo(() => {
    const listed = () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['reports', place] }),
        queries.invalidateQueries({ queryKey: ['dashboards', place] }),
      ]);
    return {
      /** Makes a report, and puts it on a dashboard if one is given. */
      async create(body: { name: string; definition: Report; dashboard?: string | undefined }): Promise<ShownReport> {
        let made: ShownReport;
        try {
          made = await call(place, 'POST /api/reports', { body });
        } catch (error) {
          const { dashboard } = body;
          throw isGone(error) && dashboard !== undefined ? await inWords(error, { dashboard }) : error;
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
        // What was asked for before the save would bring back what was saved before.
        await queries.cancelQueries({ queryKey: ['report', place, id] });
        queries.setQueryData(['report', place, id], saved);
        await listed();
        return saved;
      },
      /** Says whether it was still there. */
      async remove(id: string): Promise<boolean> {
        const wasThere = await deleteAt(place, 'DELETE /api/reports/:id', { path: { id } });
        queries.removeQueries({ queryKey: ['report', place, id] });
        await listed();
        return wasThere;
      },
      /** Brings back a report that was deleted; its tiles show it again. */
      async bringBack(id: string): Promise<void> {
        await call(place, 'POST /api/reports/:id/restore', { path: { id } });
        await listed();
      },
    };
  }, [place, queries, inWords]);
}

/** What people can change of a workspace. */
export type WorkspaceSettings = Pick<Workspace, 'name' | 'timezone' | 'weekStart'>;

/** Changes the workspace that the pages are about; throws Refusal. What was counted before is forgotten. */
export function useChangeWorkspace(): (changes: Partial<WorkspaceSettings>) => Promise<void> {
  const { workspace } = usePlace();
  const queries = useQueryClient();
  return async (changes) => {
    await call({}, 'PATCH /api/workspaces/:id', { path: { id: workspace! }, body: changes });
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    await queries.invalidateQueries({ queryKey: sessionKey });
  };
}

/** Asks for the end of a run; throws Refusal, and leaves what is shown up to date. */
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

/** What can be done to dashboards. Each change is saved at once, and answers the dashboard as it is then. */
export function useDashboardChanges() {
  const place = usePlace();
  const queries = useQueryClient();
  const inWords = useWordsOfGone();
  return useMemo(() => {
    async function change(id: string, asked: Promise<SavedDashboard>, report?: string) {
      let changed: SavedDashboard;
      try {
        changed = await waitForChange(asked);
      } catch (error) {
        throw isGone(error) ? await inWords(error, { dashboard: id, report }) : error;
      }
      // What was asked for before the change would take it back.
      await queries.cancelQueries({ queryKey: ['dashboards', place] });
      queries.setQueryData(['dashboards', place], (all: SavedDashboard[] | undefined) =>
        // Of two changes at once, the answer to the earlier one may come last.
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
      rename: (id: string, name: string) =>
        change(id, call(place, 'PATCH /api/dashboards/:id', { path: { id }, body: { name } })),
      /** Says whether it was still there. */
      async remove(id: string): Promise<boolean> {
        const wasThere = await deleteAt(place, 'DELETE /api/dashboards/:id', { path: { id } });
        await listed();
        return wasThere;
      },
      /** Brings back a dashboard that was deleted, with its tiles. */
      async bringBack(id: string): Promise<void> {
        await call(place, 'POST /api/dashboards/:id/restore', { path: { id } });
        await listed();
      },
      /** The new tile is the last of those in the answer, unless it goes before another one. */
      addTile: (id: string, tile: NewTile) =>
        change(id, call(place, 'POST /api/dashboards/:id/tiles', { path: { id }, body: tile }), tile.report),
      changeTile: (id: string, tile: string, body: TilePatch) =>
        change(id, call(place, 'PATCH /api/dashboards/:id/tiles/:tile', { path: { id, tile }, body })),
      removeTile: (id: string, tile: string) =>
        change(id, call(place, 'DELETE /api/dashboards/:id/tiles/:tile', { path: { id, tile } })),
    };
  }, [place, queries, inWords]);
}
