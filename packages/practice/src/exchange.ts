import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { DeliveryAttempt, DeliveryOrder } from './deliveries/deliver.ts';

/** A request as a service sees it. */
export interface PracticeRequest {
  method: string;
  /** The path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PracticeAnswer {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a text is sent as it is. */
  body: unknown;
}

/** What one stand-in does: it answers requests and keeps what they made. */
export interface PracticedService {
  answer(request: PracticeRequest): PracticeAnswer;
  /** The request as the log may show it; only its usual credentials are blanked there without this. */
  hide?(request: PracticeRequest): PracticeRequest;
  /** Everything that was made, by kind, such as `{comments: [...]}`. */
  kept(): Record<string, unknown[]>;
  /** Ends the tokens that it has handed out itself, as time would. */
  endTokens?(): void;
  clear(): void;
}

/** The faults of a stand-in, as its admin address takes them. */
export interface PlayedFaults {
  /** Reads a list of faults; null when something else was sent. */
  read(value: unknown): string[] | null;
  /** How they are written. */
  forms: readonly string[];
  set(faults: readonly string[]): void;
  waiting(): string[];
}

/** A stand-in as the server runs it. */
export interface PlayedService {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Every request that reached it, the admin ones left out. */
  log: unknown[];
  kept(): Record<string, unknown[]>;
  clear(): void;
  faults: PlayedFaults;
  /** Delivers events as the vendor does, where it delivers any. */
  deliver?(order: DeliveryOrder): Promise<DeliveryAttempt[]>;
  /** Ends the tokens that were handed out, as time would. */
  endTokens?(): void;
}
