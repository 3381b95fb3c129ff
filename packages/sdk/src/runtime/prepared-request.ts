/** A request ready to be sent. It holds the account's credentials: it is never logged or kept. */
export interface PreparedRequest {
  method: string;
  url: string;
  /** By name as written in the connector. */
  headers: Record<string, string>;
  body?: Buffer;
  /** Whether sending it twice does no more than sending it once. */
  repeatable: boolean;
}
