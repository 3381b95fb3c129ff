import { setTimeout as sleep } from 'node:timers/promises';
import { ActionError } from '../action-error.ts';
import { digest } from '../compile/canonical-json.ts';
import type { Http } from '../http/http.ts';
import type { AnswerPolicy } from './answer-policy.ts';

/** Waits for a time in milliseconds, or throws if it is too long. */
export type Pause = (waitMs: number, signal?: AbortSignal) => Promise<void>;

/** The caller handles longer pauses, so that nothing is held meanwhile. */
const maxPauseMs = 30_000;

/** Waits if the time is short. Else throws ActionError `rate_limit`; nothing has been sent then. */
export const pauseShortly: Pause = async (waitMs, signal) => {
  if (waitMs <= maxPauseMs) return sleep(waitMs, undefined, signal === undefined ? {} : { signal });
  const seconds = Math.ceil(waitMs / 1000);
  const message = `the connector's rate limit is used up; the next request may be sent in ${seconds} seconds`;
  throw new ActionError('rate_limit', message, { retryAfterMs: waitMs, mayHaveArrived: false });
};

/** Send times of recent and scheduled requests, by rate limit. Kept per HTTP client, of which each process has one. */
const sent = new WeakMap<Http, Map<string, number[]>>();
const maxLimits = 10_000;

/**
 * Waits until the connector's rate limit, if any, allows a request: at most `limit` requests of one account, or of all
 * accounts, within `windowMs`.
 */
export async function takeTurn(
  http: Http,
  { connectorId, rateLimit }: Pick<AnswerPolicy, 'connectorId' | 'rateLimit'>,
  { account, now, pause, signal }: { account: unknown; now: number; pause: Pause; signal: AbortSignal | undefined },
): Promise<void> {
  const { limit, windowMs, scope } = rateLimit ?? {};
  if (limit === undefined || windowMs === undefined) return;
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
