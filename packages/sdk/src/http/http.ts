/** How many bytes of an answer's body are read by default. */
export const defaultMaxBytes = 10 * 1024 * 1024;

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

/** A request whose body is a file, or a part of one, that is read while it is sent. */
export interface HttpStreamRequest extends Pick<HttpRequest, 'method' | 'url' | 'headers' | 'mostBytes'> {
  /** What stands in the body before and after the bytes that are streamed. */
  frame?: { before: Buffer; after: Buffer };
  /** Whether it may go over a connection that is kept: one that is just being closed loses it. */
  repeatable?: boolean;
}

export interface HttpStreamOptions {
  /** The bytes. A buffer has been handed over when the next one is asked for, so that one buffer may do for all. */
  body: AsyncIterable<Uint8Array>;
  /** How many bytes there are; Content-Length says so, with the frame. */
  sizeBytes: number;
  signal?: AbortSignal;
  /**
   * For how long at most nothing may move; 60 seconds unless told. Something has moved when 64 KiB have been handed
   * over, when the answer begins, and when it ends: a service that drips is one that hangs.
   */
  idleTimeoutMs?: number;
  /**
   * Asked before every write, also the first, which brings the headers. Nothing more is sent when it rejects: a process
   * that was held up may no longer be the one to send.
   */
  mayWrite?(): Promise<void> | undefined;
  /** Hears how many of the bytes have been handed over so far, the frame not counted. */
  onBytesSent?(sentBytes: number): void;
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
  /**
   * Sends a body that is read while it is sent, in constant memory. An answer that comes before the body has been
   * taken is given, and the rest is not sent; unless it says that all is well, which then still depends on the rest.
   * Throws ActionError as `send`; also `transient` where the body cannot be read, `fatal` where it has another size.
   */
  sendStream(request: HttpStreamRequest, options: HttpStreamOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}
