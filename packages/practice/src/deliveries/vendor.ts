import type { Fields } from '../read-body.ts';

/** One sending of one delivery. */
export interface Sending {
  /** The events; more than one only where the vendor sends lists. */
  events: readonly Fields[];
  /** The id of this delivery, the same whenever it is sent again. */
  deliveryId: string;
  /** From 1. */
  attempt: number;
  /** What went wrong the time before. */
  lastFault?: string;
  to: string;
  secret: string;
  sentAt: Date;
}

/** How one vendor delivers. */
export interface DeliveryVendor {
  write(sending: Sending): { headers: Record<string, string>; body: string };
  /** How long it waits for the answer. */
  timeoutMs: number;
  /** How long it waits before each further attempt; none where it never tries again by itself. */
  pausesMs: readonly number[];
  /** How many events one delivery holds. */
  mostEvents: number;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Units for the tables of pauses. */
export const units = { secondMs, minuteMs, hourMs };
