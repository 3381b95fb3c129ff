import { ActionError, type AccountKeeper, type AccountValues } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  releaseRefreshLease,
  markAccountRefused,
  markAccountWorking,
  openAccount,
  readRefreshState,
  saveAccountFields,
  takeRefreshLease,
  type AccountPlace,
  type OpenedAccount,
} from '@tallyhook/store/accounts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than a request for a token may take, and the requests after it usually do. */
const leaseMs = 90_000;
const longestWaitMs = 2 * leaseMs;
const firstPauseMs = 50;
const longestPauseMs = 500;
const mostSaves = 10;

/** Keeps a linked account in the store, for all workers. */
export interface StoredAccountKeeper extends AccountKeeper {
  /** Notes for people that the other service refuses the account; not where somebody has refreshed it since. */
  markRefused(error: ActionError): Promise<void>;
  /** Takes the note back, where there was one when the account was read. */
  markWorking(): Promise<void>;
}

/**
 * Keeps an account where all workers find it. One of them at a time refreshes its token; the others wait and take what it
 * got, since a refresh token may be good for one use only. `opened` is what the first reading gives.
 */
export function createAccountKeeper(
  store: Store,
  place: AccountPlace,
  { opened, now }: { opened: OpenedAccount; now(): Date },
): StoredAccountKeeper {
  const { workspaceId, accountId } = place;
  let last = opened;
  let isRead = false;

  async function read(): Promise<AccountValues> {
    if (isRead) last = await openAccount(store, workspaceId, accountId);
    isRead = true;
    return last.fields;
  }

  async function save(fields: AccountValues): Promise<void> {
    const { revision } = last;
    if (!(await insist(() => saveAccountFields(store, place, { fields, revision }))))
      throw new ActionError('transient', 'another worker has refreshed the token in the meantime');
    last = { ...last, fields, revision: revision + 1, isRefused: false };
  }

  const markRefused = ({ message: reason }: ActionError): Promise<void> =>
    markAccountRefused(store, place, { reason, revision: last.revision, at: now() });

  async function markWorking(): Promise<void> {
    if (last.isRefused) await markAccountWorking(store, place);
  }

  /** Somebody else may have had the last word although this worker had the right: then that counts. */
  async function workOrMark<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ActionError) || error.class !== 'auth') throw error;
      const { revision } = await readRefreshState(store, place);
      if (revision !== last.revision) return work();
      await markRefused(error);
      throw error;
    }
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    if (!(await waitForTurn(store, place, { holder, revision: last.revision }))) return work();
    try {
      return await workOrMark(work);
    } finally {
      // Where this fails, the right ends by itself.
      await releaseRefreshLease(store, place, holder).catch(() => undefined);
    }
  }

  return { read, save, alone, markRefused, markWorking };
}

/** True: this worker has the right to refresh. False: another one has refreshed since `revision`. */
async function waitForTurn(
  store: Store,
  place: AccountPlace,
  { holder, revision }: { holder: string; revision: number },
): Promise<boolean> {
  const endAt = performance.now() + longestWaitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const state = await readRefreshState(store, place);
    if (!state.isRefreshing && state.revision !== revision) return false;
    if (!state.isRefreshing && (await takeRefreshLease(store, place, { holder, leaseMs }))) return true;
    if (performance.now() > endAt) throw new ActionError('transient', 'another worker has been refreshing the token');
    await pause(pauseMs);
  }
}

/** A new token is known to nobody else yet: a database that is away for a moment must not cost the account. */
async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === mostSaves) throw error;
      await pause(longestPauseMs);
    }
  }
}
