import ipaddr from 'ipaddr.js';
import { Problem } from '@tallyhook/schemas';
import type { SharedTurns, TurnRate } from '@tallyhook/store/turns';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookRates } from '../parts.ts';

/** Limits deliveries per sender and per connector. */
export interface HookLimiter {
  /** @throws Problem `too_many_requests` with the seconds to wait. */
  countSender(address: string): Promise<void>;
  /** @throws Problem `too_many_requests` with the seconds to wait. */
  countConnector(connector: string): Promise<void>;
}

/** A rate of 100 a second allows 1,000 in any ten seconds, at once or spread out. */
const windowSeconds = 10;

/** A sender must not wait longer for a database that does not answer. */
const maxAskMs = 1_000;

/** Creates a limiter for all api processes together. While the database is away, each limits for itself. */
export function createHookLimiter(
  { perSenderPerSecond, perConnectorPerSecond }: HookRates,
  turns: SharedTurns,
): HookLimiter {
  const bySender = createCounter(turns, 'hook sender', perSenderPerSecond);
  const byConnector = createCounter(turns, 'hook connector', perConnectorPerSecond);
  return {
    countSender: (address) =>
      consume(bySender, senderKey(address), `This sender may send ${perSenderPerSecond} deliveries a second.`),
    countConnector: (connector) =>
      consume(byConnector, connector, `"${connector}" may receive ${perConnectorPerSecond} deliveries a second.`),
  };
}

/** Counts one more; returns the milliseconds to wait if there are too many. */
type Counter = (key: string) => Promise<number>;

function createCounter(turns: SharedTurns, name: string, perSecond: number): Counter {
  const rate: TurnRate = { limit: perSecond * windowSeconds, windowMs: windowSeconds * 1_000, isForArrivals: true };
  const insurance = new RateLimiterMemory({ points: rate.limit, duration: windowSeconds });
  const countAlone = (key: string) =>
    insurance.consume(key).then(
      () => 0,
      (refusal: unknown) => {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, refusal.msBeforeNext);
      },
    );
  return async (key) => {
    const asked = turns.take(`${name} ${key}`, rate).catch(() => undefined);
    const waitMs = await Promise.race([asked, sleep(maxAskMs, undefined, { ref: false })]);
    return waitMs ?? countAlone(key);
  };
}

async function consume(count: Counter, key: string, limit: string): Promise<void> {
  const waitMs = await count(key);
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  const detail = `${limit} Send this one again in ${retryAfterSeconds} seconds.`;
  throw new Problem('too_many_requests', detail, { retryAfterSeconds });
}

/**
 * The key a sender is counted under: its IPv4 address, or the /64 of its IPv6 address, because one host controls the
 * whole /64 (RFC 6177 section 2).
 */
export function senderKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
