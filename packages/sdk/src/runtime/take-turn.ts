import { setTimeout as sleep } from 'node:timers/promises';
import type { Connector } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { digest } from '../compile/canonical-json.ts';
import type { Http } from '../http/http.ts';
import type { AnswerPolicy } from './answer-policy.ts';

/** Waits for a time in milliseconds, or throws if it is too long. */
export type Pause = (waitMs: number, signal?: AbortSignal) => Promise<void>;

/** Where several processes keep to a connector's rate limit together. */
export interface Turns {
  /** Takes a turn and returns 0, or returns the milliseconds until there may be one. */
  take(rateLimit: { limit: number; windowMs: number; scope: 'account' | 'connector' }): Promise<number>;
  /** The service refused a request and asked to wait; nobody sends to it meanwhile. */
  pause(waitMs: number): Promise<void>;
}

/** How long a turn taken ahead may wait for its request. */
const maxTurnAgeMs = 250;

/** The caller handles longer pauses, so that nothing is held meanwhile. */
const maxPauseMs = 30_000;

/** Waits if the time is short. Else throws ActionError `rate_limit`; nothing has been sent then. */
export const pauseShortly: Pause = async (waitMs, signal) => {
  if (waitMs <= maxPauseMs) return sleep(waitMs, undefined, signal === undefined ? {} : { signal });
  throw usedUp(waitMs);
};

function usedUp(waitMs: number): ActionError {
  const seconds = Math.ceil(waitMs / 1000);
  const message = `the connector's rate limit is used up; the next request may be sent in ${seconds} seconds`;
  return new ActionError('rate_limit', message, { retryAfterMs: waitMs, mayHaveArrived: false });
}

/** Send times of recent and scheduled requests, by rate limit. Kept per HTTP client, of which each process has one. */
const sent = new WeakMap<Http, Map<string, number[]>>();
const maxLimits = 10_000;

/**
 * Waits until the connector's rate limit, if any, allows a request: at most `limit` requests of one account, or of all
 * accounts, within `windowMs`. Without `turns`, only the requests of this process count.
 */
export async function takeTurn(
  http: Http,
  { connectorId, rateLimit }: Pick<AnswerPolicy, 'connectorId' | 'rateLimit'>,
  {
    account,
    now,
    pause,
    signal,
    turns,
  }: { account: unknown; now: number; pause: Pause; signal: AbortSignal | undefined; turns?: Turns | undefined },
): Promise<void> {
  const { limit, windowMs, scope = 'account' } = rateLimit ?? {};
  if (limit === undefined || windowMs === undefined) return;
  if (turns !== undefined) return waitForTurn(() => turns.take({ limit, windowMs, scope }), { pause, signal });
  const key = `${connectorId} ${scope === 'connector' ? '' : digest(account ?? null)}`;
  const times = timesOf(http, key);
  while (times.length > 0 && times[0]! + windowMs <= now) times.shift();
  const first = times.length < limit ? undefined : times[times.length - limit];
  const at = first === undefined ? now : Math.max(now, first + windowMs);
  times.push(at);
  if (at === now) return;
  try {
    await pause(at - now, signal);
  } catch (error) {
    const index = times.lastIndexOf(at);
    if (index !== -1) times.splice(index, 1);
    throw error;
  }
}

/**
 * Takes the turn of the first request ahead of it, so that a caller can note that it sends only when it does. Returns
 * turns for the call, which has its first one.
 * @throws ActionError `rate_limit` if there is none for long.
 */
export async function takeTurnAhead(
  turns: Turns,
  { rateLimit }: Pick<Connector, 'rateLimit'>,
  signal: AbortSignal | undefined,
): Promise<Turns> {
  const { limit, windowMs, scope = 'account' } = rateLimit ?? {};
  if (limit === undefined || windowMs === undefined) return turns;
  await waitForTurn(() => turns.take({ limit, windowMs, scope }), { pause: pauseShortly, signal });
  // One that waited for a slow database is no longer good: the request would arrive in another window.
  let goodUntil = performance.now() + Math.min(maxTurnAgeMs, windowMs / 20);
  return {
    ...turns,
    take: (rate) => {
      const isGood = performance.now() < goodUntil;
      goodUntil = 0;
      return isGood ? Promise.resolve(0) : turns.take(rate);
    },
  };
}

async function waitForTurn(
  take: () => Promise<number>,
  { pause, signal }: { pause: Pause; signal: AbortSignal | undefined },
): Promise<void> {
  for (let waitedMs = 0; ;) {
    const waitMs = await take();
    if (waitMs === 0) return;
    // Others may have taken every turn since.
    waitedMs += waitMs;
    if (waitedMs > maxPauseMs) throw usedUp(waitMs);
    await pause(waitMs, signal);
  }
}

function timesOf(http: Http, key: string): number[] {
  const limits = sent.get(http) ?? new Map<string, number[]>();
  sent.set(http, limits);
  const times = limits.get(key) ?? [];
  // Drop the least recently used limit first.
  limits.delete(key);
  limits.set(key, times);
  if (limits.size > maxLimits) limits.delete(limits.keys().next().value!);
  return times;
}
