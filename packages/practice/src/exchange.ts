import type { IncomingHttpHeaders } from 'node:http';

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
  /** Everything that was made, by kind, such as `{comments: [...]}`. */
  kept(): Record<string, unknown[]>;
  clear(): void;
}
