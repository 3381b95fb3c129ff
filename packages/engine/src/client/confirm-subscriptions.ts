import { setTimeout as wait } from 'node:timers/promises';
import { asActionError, type Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { nextConfirmationAt, noteConfirmation, takeConfirmation } from '@tallyhook/store/deliveries';
import type { Logger } from 'pino';

/** What calling the addresses that confirm a subscription needs. */
export interface Confirming {
  store: Store;
  http: Http;
  logger: Logger;
}

const timeoutMs = 10_000;
/** The pauses after the attempts; the last attempt has none. */
const pausesMs = [1_000, 5_000, 30_000, 300_000];

/** Calls a confirmation until it has succeeded, or failed for the last time. Ends as well when another process has it. */
export async function confirmSubscription(confirming: Confirming, id: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    await confirmDue(confirming, id);
    const nextAt = await nextConfirmationAt(confirming.store, id);
    if (nextAt === null) return;
    const waitMs = Math.max(10, nextAt.getTime() - Date.now());
    await wait(waitMs, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
  }
}

/** Calls confirmations that are due because their process ended. Returns how many. */
export async function confirmLeftovers(confirming: Confirming, signal: AbortSignal): Promise<number> {
  let called = 0;
  while (!signal.aborted && (await confirmDue(confirming))) called++;
  return called;
}

async function confirmDue({ store, http, logger }: Confirming, id?: string): Promise<boolean> {
  const due = await takeConfirmation(store, id);
  if (due === null) return false;
  const { connector, attempts } = due;
  const { host } = new URL(due.url);
  const reason = await call(http, due.url);
  const pauseMs = pausesMs[attempts - 1];
  const againAt = reason === undefined || pauseMs === undefined ? undefined : new Date(Date.now() + pauseMs);
  await noteConfirmation(store, due.id, { reason, againAt });
  if (reason === undefined) logger.info({ connector, host }, 'A subscription was confirmed.');
  else if (againAt === undefined) logger.warn({ connector, host, reason }, 'A subscription could not be confirmed.');
  return true;
}

/** Why a call did not confirm; undefined if it did. The address has a token, so it is not in the reason. */
async function call(http: Http, url: string): Promise<string | undefined> {
  try {
    const { status } = await http.send({ method: 'GET', url, headers: {}, timeoutMs, maxBytes: 1024 * 1024 });
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    return asActionError(error).class;
  }
}
