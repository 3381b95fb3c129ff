/** Default limit of an answer's body, in bytes. */
export const defaultMaxBytes = 10 * 1024 * 1024;

/** An access key, and what its signatures are for. It contains the secret key. */
export interface RequestSigning {
  service: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** One request as it is sent. Header names may have any case. */
export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Signs the request with AWS Signature Version 4 at the moment it is sent. */
  signing?: RequestSigning;
  /** Limit for the whole request, from connecting to the last byte of the answer. Default 60 seconds. */
  timeoutMs?: number;
  /** Limit of the answer's body after decompression, in bytes. Default 10 MiB. */
  maxBytes?: number;
}

/** A request whose body is a file, or a part of one, read while it is sent. */
export interface HttpStreamRequest extends Pick<HttpRequest, 'method' | 'url' | 'headers' | 'signing' | 'maxBytes'> {
  /** Bytes of the body before and after the file. */
  frame?: { before: Buffer; after: Buffer };
  /** Whether it may use a kept-alive connection. If the service is closing it, the request is lost. */
  repeatable?: boolean;
}

export interface HttpStreamOptions {
  /** The file. A buffer is free for reuse once the next one is requested, so one buffer can serve for all. */
  body: AsyncIterable<Uint8Array>;
  /** Size of the file. Content-Length is this plus the frame. */
  sizeBytes: number;
  signal?: AbortSignal;
  /**
   * How long there may be no progress. Default 60 seconds. Progress means 64 KiB sent, or the start or end of the
   * answer; an answer that drips is not progress.
   */
  idleTimeoutMs?: number;
  /**
   * Called before every write, including the first, which carries the headers. If it rejects, nothing more is sent: a
   * process that was suspended may have lost its right to send.
   */
  mayWrite?(): Promise<void> | undefined;
  /** Called with the number of file bytes sent so far. */
  onBytesSent?(sentBytes: number): void;
}

export interface HttpSendOptions {
  signal?: AbortSignal;
  /**
   * Awaited once the connection is made, before anything of the request is written. If it rejects, nothing is sent.
   * HEAD requests do not wait for it.
   */
  mayWrite?(): Promise<void>;
}

/** The answer, whatever its status. Header names are lower case. */
export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Calls other services. Sends once, follows no redirects, and returns every answer whatever its status. */
export interface Http {
  /**
   * Throws ActionError: `fatal` for an address that may not be called, else `transient`. `mayHaveArrived` is false only
   * if nothing was sent.
   */
  send(request: HttpRequest, options?: HttpSendOptions): Promise<HttpResponse>;
  /**
   * Sends a body while reading it, in constant memory. If the service refuses before it has the whole body, returns
   * that answer and sends no more; an early success still depends on the rest.
   * @throws ActionError as `send` does, also `transient` if the body cannot be read and `fatal` if its size differs.
   */
  sendStream(request: HttpStreamRequest, options: HttpStreamOptions): Promise<HttpResponse>;
  close(): Promise<void>;
}
