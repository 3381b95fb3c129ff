/** How many bytes of an answer's body are read by default. */
export const defaultMaxBytes = 10 * 1024 * 1024;

/** One request as it goes out; header names in any case. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Limit for the whole request, from connecting to the last byte of the answer. Default 60 seconds. */
  timeoutMs?: number;
  /** How many bytes of the answer's body, unpacked, are read at most. Default 10 MiB. */
  maxBytes?: number;
}

/** A request whose body is a file, or a part of one, read while it is sent. */
export interface HttpStreamRequest extends Pick<HttpRequest, 'method' | 'url' | 'headers' | 'maxBytes'> {
  /** Bytes of the body before and after the file. */
  frame?: { before: Buffer; after: Buffer };
  /** Whether it may use a kept connection: if the service is just closing that one, the request is lost. */
  repeatable?: boolean;
}

export interface HttpStreamOptions {
  /** The file. A buffer is no longer in use once the next one is asked for, so one buffer can serve for all. */
  body: AsyncIterable<Uint8Array>;
  /** Size of the file. Content-Length is this plus the frame. */
  sizeBytes: number;
  signal?: AbortSignal;
  /**
   * How long nothing may move. Default 60 seconds. Sending 64 KiB, the start of the answer and its end count as moves:
   * an answer that drips does not.
   */
  idleTimeoutMs?: number;
  /**
   * Called before every write, including the first, which carries the headers. When it rejects, nothing more is sent: a
   * process that was suspended may have lost its right to send.
   */
  mayWrite?(): Promise<void> | undefined;
  /** Called with the bytes of the file sent so far. */
  onBytesSent?(sentBytes: number): void;
}

/** The answer, whatever its status. Header names are in lower case. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Calls other services. Sends once, follows no redirect, and returns every answer whatever its status. */
export interface Http {
  /**
   * Throws ActionError: `fatal` for an address that may not be called, `transient` otherwise; `mayHaveArrived` is
   * false only where nothing was sent.
   */
  send(request: HttpRequest, options?: { signal?: AbortSignal }): Promise<HttpResponse>;
  /**
   * Sends a body while reading it, in constant memory. If the service refuses before it has the whole body, returns that
   * answer and sends no more; an early success still depends on the rest. Throws ActionError as `send` does, also
   * `transient` when the body cannot be read and `fatal` when its size differs.
   */
  sendStream(request: HttpStreamRequest, options: HttpStreamOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}
