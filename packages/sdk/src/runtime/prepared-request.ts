import type { RequestSigning } from '../http/http.ts';

/** A request ready to be sent. It contains the account's credentials, so it must not be logged or stored. */
export interface PreparedRequest {
  method: string;
  url: string;
  /** By name as written in the connector. */
  headers: Record<string, string>;
  body?: Buffer;
  /** The access key that signs the request when it is sent. */
  signing?: RequestSigning;
  /** Whether sending it twice has the same effect as sending it once. */
  repeatable: boolean;
}
