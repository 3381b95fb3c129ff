import ipaddr from 'ipaddr.js';
import { Problem } from '@tallyhook/schemas';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
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

/** Creates a limiter in memory: with several api processes the limits multiply. */
export function createHookLimiter({ perSenderPerSecond, perConnectorPerSecond }: HookRates): HookLimiter {
  const bySender = createCounter(perSenderPerSecond);
  const byConnector = createCounter(perConnectorPerSecond);
  return {
    countSender: (address) =>
      consume(bySender, senderKey(address), `This sender may send ${perSenderPerSecond} deliveries a second.`),
    countConnector: (connector) =>
      consume(byConnector, connector, `"${connector}" may receive ${perConnectorPerSecond} deliveries a second.`),
  };
}

function createCounter(perSecond: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: perSecond * windowSeconds, duration: windowSeconds });
}

async function consume(counter: RateLimiterMemory, key: string, limit: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    const detail = `${limit} Send this one again in ${retryAfterSeconds} seconds.`;
    throw new Problem('too_many_requests', detail, { retryAfterSeconds });
  }
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
