import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import type { Api } from '../../api.ts';
import type { Settings } from '../../settings.ts';
import { type CommonOptions, useApi } from '../../verb.ts';
import { type KeptRow, reasonOf } from './reason.ts';

/** A stored event of a delivery. */
export interface KeptEvent {
  /** The event's id in the product. */
  id: string;
  /** `duplicate`: the event was stored before; nothing runs twice. */
  result: 'new' | 'duplicate' | undefined;
  /**
   * `accepted` by a workflow, `untriggered`, or `unlinked`, seen from the caller's workspace; unknown without a login.
   */
  outcome?: string;
  /** Ids of the runs it started, as taken by `runs show`. */
  runs: string[];
  /** Why there is no run. */
  reason?: string;
}

export interface FindOutcomesOptions extends CommonOptions {
  connector: string;
  /** Whether the events name no account and so go to every workspace with the connector. */
  isForAll: boolean;
}

const longestWaitMs = 3_000;

/**
 * Adds each event's outcome, or why nothing started. Runs start after the answer, so it waits briefly for pending ones.
 */
export async function findOutcomes(
  settings: Settings,
  kept: readonly KeptEvent[],
  { isForAll, ...options }: FindOutcomesOptions,
): Promise<void> {
  if (kept.length === 0) return;
  const until = Date.now() + longestWaitMs;
  for (;;) {
    const rows = await findRows(settings, options, [...new Set(kept.map(({ id }) => id))]);
    const isWaiting = rows?.some(({ targets }) => targets.some(({ status }) => status === 'waiting')) ?? false;
    if (isWaiting && Date.now() < until) {
      await wait(100);
      continue;
    }
    for (const event of kept) {
      const row = rows?.find(({ id }) => id === event.id);
      if (rows !== undefined) event.outcome = row?.outcome ?? 'unlinked';
      event.runs = (row?.targets ?? []).flatMap(({ started }) => (started ? [started.runId] : []));
      if (event.runs.length === 0) event.reason = reasonOf(event, { row, isLoggedIn: rows !== undefined, isForAll });
    }
    return;
  }
}

/** The stored events visible to the workspace; undefined without a login. */
async function findRows(
  settings: Settings,
  { connector, ...options }: CommonOptions & { connector: string },
  ids: readonly string[],
): Promise<KeptRow[] | undefined> {
  const find = async (api: Api): Promise<KeptRow[]> => {
    const list = async (query: { id?: string; limit: number }): Promise<KeptRow[]> =>
      (await api.call('GET /api/deliveries', { query: { connector, ...query } })).deliveries;
    const newest = await list({ limit: 200 });
    const found = newest.filter(({ id }) => ids.includes(id));
    // The first copy of a duplicate may be too old for the list.
    for (const id of ids) if (!found.some((row) => row.id === id)) found.push(...(await list({ id, limit: 1 })));
    return found;
  };
  try {
    return await useApi(settings, options, find);
  } catch (error) {
    if (error instanceof Problem && ['sign_in_required', 'forbidden', 'wrong_credentials'].includes(error.code))
      return undefined;
    throw error;
  }
}
