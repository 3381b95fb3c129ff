import { useQueryClient } from '@tanstack/react-query';
import type { Report } from '@tallyhook/schemas';
import { useMemo } from 'react';
import { addressIn, usePlace } from '../place.tsx';
import { sessionKey } from './queries.ts';
import { deleteAt, isGone, useWordsOfGone } from './gone.ts';
import { Refusal, send } from './send.ts';
import type { Dashboard, SavedReport, Workspace } from './shapes.ts';
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
    const at = (id: string) => `/api/reports/${encodeURIComponent(id)}`;
    return {
      /** Makes a report, and puts it on a dashboard if one is given. */
      async create(body: { name: string; definition: Report; dashboard?: string | undefined }): Promise<SavedReport> {
        let made: SavedReport;
        try {
          made = await send<SavedReport>(addressIn(place, '/api/reports'), { method: 'POST', body });
        } catch (error) {
          const { dashboard } = body;
          throw isGone(error) && dashboard !== undefined ? await inWords(error, { dashboard }) : error;
        }
        await listed();
        return made;
      },
      async save(id: string, body: { revision: number; name?: string; definition?: Report }): Promise<SavedReport> {
        let saved: SavedReport;
        try {
          saved = await send<SavedReport>(addressIn(place, at(id)), { method: 'PATCH', body });
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
        const wasThere = await deleteAt(addressIn(place, at(id)));
        queries.removeQueries({ queryKey: ['report', place, id] });
        await listed();
        return wasThere;
      },
      /** Brings back a report that was deleted; its tiles show it again. */
      async bringBack(id: string): Promise<void> {
        await send(addressIn(place, `${at(id)}/restore`), { method: 'POST' });
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
    await send(`/api/workspaces/${encodeURIComponent(workspace!)}`, { method: 'PATCH', body: changes });
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
      await send(addressIn(place, `/api/runs/${encodeURIComponent(id)}/cancel`), { method: 'POST' });
    } finally {
      await queries.invalidateQueries({ queryKey: ['run', place, id] });
    }
  };
}

/** Where a tile goes, or how wide it is. */
export type TileChange = { move: 'earlier' | 'later' } | { width: 1 | 2 | 3 };

export interface NewTile {
  report: string;
  width?: 1 | 2 | 3;
  /** Before which tile; null for the end. */
  before?: string | null;
  id?: string;
}

/** What can be done to dashboards. Each change is saved at once, and answers the dashboard as it is then. */
export function useDashboardChanges() {
  const place = usePlace();
  const queries = useQueryClient();
  const inWords = useWordsOfGone();
  return useMemo(() => {
    const at = (id: string, tile?: string) =>
      `/api/dashboards/${encodeURIComponent(id)}${tile === undefined ? '' : `/tiles/${encodeURIComponent(tile)}`}`;
    async function change(id: string, path: string, method: 'POST' | 'PATCH' | 'DELETE', body?: object) {
      let changed: Dashboard;
      try {
        changed = await waitForChange(send<Dashboard>(addressIn(place, path), { method, body }));
      } catch (error) {
        const report = body !== undefined && 'report' in body ? String(body.report) : undefined;
        throw isGone(error) ? await inWords(error, { dashboard: id, report }) : error;
      }
      // What was asked for before the change would take it back.
      await queries.cancelQueries({ queryKey: ['dashboards', place] });
      queries.setQueryData(['dashboards', place], (all: Dashboard[] | undefined) =>
        // Of two changes at once, the answer to the earlier one may come last.
        all?.map((one) => (one.id === changed.id && changed.revision >= one.revision ? changed : one)),
      );
      return changed;
    }
    const listed = () => queries.invalidateQueries({ queryKey: ['dashboards', place] });
    return {
      async create(name: string): Promise<Dashboard> {
        const made = await send<Dashboard>(addressIn(place, '/api/dashboards'), { method: 'POST', body: { name } });
        await listed();
        return made;
      },
      rename: (id: string, name: string) => change(id, at(id), 'PATCH', { name }),
      /** Says whether it was still there. */
      async remove(id: string): Promise<boolean> {
        const wasThere = await deleteAt(addressIn(place, at(id)));
        await listed();
        return wasThere;
      },
      /** Brings back a dashboard that was deleted, with its tiles. */
      async bringBack(id: string): Promise<void> {
        await send(addressIn(place, `${at(id)}/restore`), { method: 'POST' });
        await listed();
      },
      /** The new tile is the last of those in the answer, unless it goes before another one. */
      addTile: (id: string, tile: NewTile) => change(id, `${at(id)}/tiles`, 'POST', tile),
      changeTile: (id: string, tile: string, body: TileChange) => change(id, at(id, tile), 'PATCH', body),
      removeTile: (id: string, tile: string) => change(id, at(id, tile), 'DELETE'),
    };
  }, [place, queries, inWords]);
}
