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
  /** Sent as JSON; a string is sent unchanged. */
  body: unknown;
}

/** A stand-in: answers requests and keeps what they created. */
export interface PracticedService {
  answer(request: PracticeRequest): PracticeAnswer;
  /** The request as shown in the log. Without this, only the usual credentials are blanked. */
  hide?(request: PracticeRequest): PracticeRequest;
  /** Everything that was created, by kind, such as `{comments: [...]}`. */
  kept(): Record<string, unknown[]>;
  /** Expires the tokens that this stand-in issued itself. */
  endTokens?(): void;
  clear(): void;
}

/** The faults of a stand-in, as set through its admin address. */
export interface PlayedFaults {
  /** Reads a list of faults; null if the value is anything else. */
  read(value: unknown): string[] | null;
  /** The accepted formats. */
  forms: readonly string[];
  set(faults: readonly string[]): void;
  waiting(): string[];
}

/** A stand-in as the server runs it. */
export interface PlayedService {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Every request that reached it, except admin requests. */
  log: unknown[];
  kept(): Record<string, unknown[]>;
  clear(): void;
  faults: PlayedFaults;
  /** Delivers events as the vendor does; absent if it delivers none. */
  deliver?(order: DeliveryOrder): Promise<DeliveryAttempt[]>;
  /** Expires the issued tokens. */
  endTokens?(): void;
}
