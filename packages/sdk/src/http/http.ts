/** One request as it goes out; header names in any case. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** The limit for all of it, from connecting to the last byte of the answer; 60 seconds unless told. */
  timeoutMs?: number;
  /** The most bytes of the answer's body that are read; 10 MiB unless told. */
  mostBytes?: number;
}

/** The answer, whatever its status; header names in lower case. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The one way out to other services. Sends once, follows nothing, and gives every answer whatever its status. */
export interface Http {
  /**
   * Throws ActionError: `fatal` for an address that may not be called, `transient` otherwise; `mayHaveArrived` is
   * false only where nothing was sent.
   */
  send(request: HttpRequest, options?: { signal?: AbortSignal }): Promise<HttpResponse>;
  close(): Promise<void>;
}
