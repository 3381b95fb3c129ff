import type { Fields } from '../read-body.ts';

/** One attempt at one delivery. */
export interface Sending {
  /** The events; more than one only if the vendor sends lists. */
  events: readonly Fields[];
  /** The id of the delivery, the same for every attempt. */
  deliveryId: string;
  /** From 1. */
  attempt: number;
  /** The error of the previous attempt. */
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
  /** The pauses before further attempts; empty if it never retries. */
  pausesMs: readonly number[];
  /** Maximum number of events in one delivery. */
  maxEvents: number;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Units for the tables of pauses. */
export const units = { secondMs, minuteMs, hourMs };
