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
  /** Until when a turn that was taken ahead is good, by `performance.now()`. Each is given out once. */
  takenAhead?(): number | undefined;
}

/**
 * How long after a turn was taken its request may begin to be written. The store counts a turn for twice this time more
 * than a window, so the other half is left for the way to the service.
 */
const maxTurnAgeMs = (windowMs: number): number => Math.min(2_500, windowMs / 20);

/** How long a connection may wait for a new turn: most services close one that is silent for longer. */
const maxHeldMs = 4_000;

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
 * accounts, within `windowMs`. Without `turns`, only the requests of this process count. With them, returns what must be awaited
 * once there is a connection: connecting may take longer than the turn is good, and then another one is taken.
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
): Promise<(() => Promise<void>) | undefined> {
  const { limit, windowMs, scope = 'account' } = rateLimit ?? {};
  if (limit === undefined || windowMs === undefined) return undefined;
  if (turns !== undefined) return takeSharedTurn(turns, { limit, windowMs, scope }, { pause, signal });
  const key = `${connectorId} ${scope === 'connector' ? '' : digest(account ?? null)}`;
  const times = timesOf(http, key);
  while (times.length > 0 && times[0]! + windowMs <= now) times.shift();
  const first = times.length < limit ? undefined : times[times.length - limit];
  const at = first === undefined ? now : Math.max(now, first + windowMs);
  times.push(at);
  if (at === now) return undefined;
  try {
    await pause(at - now, signal);
  } catch (error) {
    const index = times.lastIndexOf(at);
    if (index !== -1) times.splice(index, 1);
    throw error;
  }
  return undefined;
}

async function takeSharedTurn(
  turns: Turns,
  rate: Parameters<Turns['take']>[0],
  { pause, signal }: { pause: Pause; signal: AbortSignal | undefined },
): Promise<() => Promise<void>> {
  const take = (): Promise<number> => turns.take(rate);
  let goodUntil = turns.takenAhead?.() ?? 0;
  if (performance.now() >= goodUntil) {
    await waitForTurn(take, { pause, signal });
    goodUntil = performance.now() + maxTurnAgeMs(rate.windowMs);
  }
  return async () => {
    if (performance.now() >= goodUntil) await waitForTurn(take, { pause, signal, maxMs: maxHeldMs });
  };
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
  let ahead: number | undefined = performance.now() + maxTurnAgeMs(windowMs);
  return {
    ...turns,
    takenAhead() {
      const goodUntil = ahead;
      ahead = undefined;
      return goodUntil;
    },
  };
}

/** A turn for one request. */
export interface AskedTurn {
  /** 0 if the turn was taken; else the milliseconds to wait before asking again. */
  waitMs: number;
  /**
   * Await it once there is a connection: if that took longer than the turn is good, it takes another one. Absent without
   * a rate limit.
   * @throws ActionError `rate_limit` if no turn comes soon enough; then nothing may be sent.
   */
  mayWrite?(): Promise<void>;
}

/** Asks for the turn of one request, for a caller that waits by itself. */
export async function askTurn(
  turns: Turns,
  { rateLimit }: Pick<Connector, 'rateLimit'>,
  signal: AbortSignal | undefined,
): Promise<AskedTurn> {
  const { limit, windowMs, scope = 'account' } = rateLimit ?? {};
  if (limit === undefined || windowMs === undefined) return { waitMs: 0 };
  const take = (): Promise<number> => turns.take({ limit, windowMs, scope });
  const waitMs = await take();
  const goodUntil = performance.now() + maxTurnAgeMs(windowMs);
  return {
    waitMs,
    async mayWrite() {
      if (performance.now() >= goodUntil) await waitForTurn(take, { pause: pauseShortly, signal, maxMs: maxHeldMs });
    },
  };
}

async function waitForTurn(
  take: () => Promise<number>,
  { pause, signal, maxMs = maxPauseMs }: { pause: Pause; signal: AbortSignal | undefined; maxMs?: number },
): Promise<void> {
  for (let waitedMs = 0; ;) {
    const waitMs = await take();
    if (waitMs === 0) return;
    // Others may have taken every turn since.
    waitedMs += waitMs;
    if (waitedMs > maxMs) throw usedUp(waitMs);
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
