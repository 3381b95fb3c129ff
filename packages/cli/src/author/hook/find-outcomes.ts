import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import type { Api } from '../../api.ts';
import type { Settings } from '../../settings.ts';
import { type CommonOptions, useApi } from '../../verb.ts';
import { type KeptRow, reasonOf } from './reason.ts';

/** One kept event of a delivery. */
export interface KeptEvent {
  /** The id under which the product keeps it. */
  id: string;
  /** `duplicate`: it had been kept before, and nothing runs twice. */
  result: 'new' | 'duplicate' | undefined;
  /** `accepted` by a workflow, `untriggered`, or `unlinked`, for the workspace of who is logged in; known to nobody else. */
  outcome?: string;
  /** The runs it started, by the id that `runs show` takes. */
  runs: string[];
  /** Why there is no run. */
  reason?: string;
}

export interface FindOutcomesOptions extends CommonOptions {
  connector: string;
  /** Whether the events name no account: then they go to whoever has installed the connector. */
  isForAll: boolean;
}

const longestWaitMs = 3_000;

/**
 * Adds to kept events what became of each, or why nothing did. Runs start after the answer: a moment is waited for those
 * that are still to come.
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

/** Of kept events those that the workspace sees; undefined where nobody is logged in there. */
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
    // A duplicate may have come first long ago.
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
