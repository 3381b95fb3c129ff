import { ActionError, type AccountKeeper, type AccountValues } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import {
  releaseRefreshLease,
  markAccountRefused,
  markAccountWorking,
  markTokenEnded,
  openAccount,
  readRefreshState,
  saveAccountFields,
  takeRefreshLease,
  type AccountPlace,
  type OpenedAccount,
} from '@tallyhook/store/accounts';
import { notifyOfRefusedAccount } from '../notify.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** Longer than a token request and the requests that usually follow it take. */
const leaseMs = 90_000;
const longestWaitMs = 2 * leaseMs;
const firstPauseMs = 50;
const longestPauseMs = 500;
const maxSaves = 10;
/** People see when an account last worked; a write for each call would cost more than it tells. */
const successPrecisionMs = 10 * 60_000;

/** Keeps a linked account in the store, shared by all workers. */
export interface StoredAccountKeeper extends AccountKeeper {
  /** Records for people that the other service refuses the account, unless another worker has refreshed it since. */
  markRefused(error: ActionError): Promise<void>;
  /** Notes that the service did not accept the token: unless another can be had, it is not shown again. */
  noteEnded(): Promise<void>;
  /**
   * Clears the refused mark, and notes for people that the account worked: to ten minutes, but at once for the first
   * success of its values, or if a person asked (`isAsked`).
   */
  markWorking(options?: { isAsked?: boolean }): Promise<void>;
}

/**
 * Keeps an account where all workers find it. One worker at a time refreshes its token; the others wait and use the new
 * token, since a refresh token may be single-use. `opened` is the result of the first read.
 */
export function createAccountKeeper(
  store: Store,
  place: AccountPlace,
  { opened, now, isToEnd = false }: { opened: OpenedAccount; now(): Date; isToEnd?: boolean },
): StoredAccountKeeper {
  const { workspaceId, accountId } = place;
  let last = opened;
  let isRead = false;
  /** The revision whose token the service did not accept. */
  let ended: number | undefined;
  let isRenewed = false;

  async function read(): Promise<AccountValues> {
    if (isRead) last = await openAccount(store, workspaceId, accountId, { isToEnd });
    isRead = true;
    const { fields, refusedForGood, hasEnded } = last;
    const { expiresAt } = fields;
    const stillLasts = !hasEnded && typeof expiresAt === 'number' && expiresAt > now().getTime();
    if (refusedForGood !== undefined && !stillLasts) throw connectAgain(refusedForGood);
    return fields;
  }

  async function save(fields: AccountValues): Promise<void> {
    const { revision } = last;
    if (!(await saveWithRetries(() => saveAccountFields(store, place, { fields, revision }))))
      throw new ActionError('transient', 'another worker refreshed the token in the meantime');
    isRenewed = true;
    last = { ...last, fields, revision: revision + 1, isRefused: false, refusedForGood: undefined, hasEnded: false };
  }

  async function markRefused(error: ActionError): Promise<void> {
    // A new token that is refused too says enough: another one would only be asked for and refused with each use.
    await mark(error, { isFinal: isRenewed && ended === last.revision });
  }

  async function mark({ message: reason }: ActionError, { isFinal }: { isFinal: boolean }): Promise<void> {
    const [at, { revision }] = [now(), last];
    const hasEnded = ended === revision;
    const account = await markAccountRefused(store, place, { reason, revision, at, isFinal, hasEnded });
    if (account !== undefined) await notifyOfRefusedAccount(store, account, at);
  }

  async function noteEnded(): Promise<void> {
    ended = last.revision;
    await markTokenEnded(store, place, last.revision);
  }

  async function markWorking({ isAsked = false }: { isAsked?: boolean } = {}): Promise<void> {
    const { isRefused, succeededAt, succeededRevision, revision } = last;
    const at = now();
    const isFirst = isRefused || succeededAt === undefined || succeededRevision !== revision;
    if (isAsked || isFirst || at.getTime() - succeededAt.getTime() > successPrecisionMs)
      await markAccountWorking(store, place, { revision, at });
  }

  /**
   * Another worker may have refreshed even though this one held the lease. Retry with its token before marking the
   * account.
   */
  async function workOrMark<T>(work: () => Promise<T>): Promise<T> {
    const before = await readRefreshState(store, place);
    // The same values were refused before: asking again cannot help, and counts as an attack at some services.
    if (before.refusedForGood !== undefined && before.revision === last.revision)
      throw connectAgain(before.refusedForGood);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ActionError) || error.class !== 'auth') throw error;
      const { revision } = await readRefreshState(store, place);
      if (revision !== last.revision) return work();
      await mark(error, { isFinal: true });
      throw error;
    }
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const holder = randomUUID();
    if (!(await waitForTurn(store, place, { holder, revision: last.revision }))) return work();
    try {
      return await workOrMark(work);
    } finally {
      // If this fails, the lease expires.
      await releaseRefreshLease(store, place, holder).catch(() => undefined);
    }
  }

  return { read, save, alone, markRefused, noteEnded, markWorking };
}

function connectAgain(reason: string): ActionError {
  return new ActionError('auth', `connect the account again: ${reason}`);
}

/** True: this worker may refresh. False: another worker has refreshed since `revision`. */
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
    if (performance.now() > endAt) throw new ActionError('transient', 'another worker is still refreshing the token');
    await pause(pauseMs);
  }
}

/** Retries a write. Only this process knows the new token, so a short database outage must not cost the account. */
async function saveWithRetries<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === maxSaves) throw error;
      await pause(longestPauseMs);
    }
  }
}
