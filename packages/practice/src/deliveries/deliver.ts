import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fields } from '../read-body.ts';
import type { DeliveryVendor, Sending } from './vendor.ts';

/** The events to deliver, and how. */
export interface DeliveryOrder {
  to: string;
  events: readonly Fields[];
  secret?: string;
  /** Resends an earlier delivery under its id. */
  deliveryId?: string;
  /** Multiplies the vendor's pauses. Default 1. */
  pace?: number;
  /** How long to wait for an answer. Default: as long as the vendor waits. */
  timeoutMs?: number;
}

/** One attempt: the status, or the reason why there is none. */
export interface DeliveryAttempt {
  deliveryId: string;
  status: number | null;
  fault?: string;
  body: string;
}

/** The default secret for signing deliveries. */
export const practiceSecret = 'practice-webhook-secret';

/** Delivers events as the vendor does: signed, retried after its pauses until a 2xx, without following redirects. */
export async function deliver(vendor: DeliveryVendor, order: DeliveryOrder): Promise<DeliveryAttempt[]> {
  const attempts: DeliveryAttempt[] = [];
  for (let at = 0; at < order.events.length; at += vendor.maxEvents)
    attempts.push(...(await deliverOne(vendor, { ...order, events: order.events.slice(at, at + vendor.maxEvents) })));
  return attempts;
}

async function deliverOne(vendor: DeliveryVendor, order: DeliveryOrder): Promise<DeliveryAttempt[]> {
  const {
    deliveryId = randomUUID(),
    secret = practiceSecret,
    pace = 1,
    events,
    to,
    timeoutMs = vendor.timeoutMs,
  } = order;
  const attempts: DeliveryAttempt[] = [];
  for (const [index, pauseMs] of [0, ...vendor.pausesMs].entries()) {
    if (index > 0) await wait(pauseMs * pace, undefined, { ref: false });
    const lastFault = attempts.at(-1)?.fault;
    const sending: Sending = {
      events,
      to,
      secret,
      deliveryId,
      attempt: index + 1,
      sentAt: new Date(),
      ...(lastFault !== undefined && { lastFault }),
    };
    const attempt = await post(vendor, sending, timeoutMs);
    attempts.push(attempt);
    if (attempt.fault === undefined) break;
  }
  return attempts;
}

async function post(vendor: DeliveryVendor, sending: Sending, timeoutMs: number): Promise<DeliveryAttempt> {
  const { deliveryId, to } = sending;
  try {
    const init = { ...vendor.write(sending), method: 'POST', redirect: 'manual' as const };
    const response = await fetch(to, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.text();
    const fault = response.ok ? {} : { fault: 'http_error' };
    return { deliveryId, status: response.status, body, ...fault };
  } catch (error) {
    const fault = (error as Error).name === 'TimeoutError' ? 'http_timeout' : 'connection_failed';
    return { deliveryId, status: null, body: '', fault };
  }
}
