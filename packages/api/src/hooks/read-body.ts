import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Problem } from '@tallyhook/schemas';

const maxDiscardedMs = 5_000;
const maxDiscardedBytes = 100 * 1024 * 1024;

export interface BodyLimits {
  /** Size limit of one body in bytes, both encoded and decoded. */
  maxBytes: number;
  /** Limit in bytes for all bodies being read at the same time. */
  maxBytesAtOnce: number;
  timeoutMs: number;
}

/**
 * Reads a whole body and decodes its content encoding.
 * @throws Problem `body_too_large`, `unsupported_type` (unknown encoding), `invalid_request` (undecodable bytes, or the
 * sender disconnected), `request_timeout`, `unavailable` (too much is being read already). The request stays open, so
 * that it can be answered.
 */
export type ReadBody = (request: IncomingMessage) => Promise<Buffer>;

/** Creates a reader; `maxBytesAtOnce` applies to all bodies it reads. */
export function createBodyReader(limits: BodyLimits): ReadBody {
  let heldBytes = 0;
  return async (request) => {
    let ownBytes = 0;
    let isOver = false;
    const hold = (chunk: Buffer) => {
      if (isOver) throw new Error('The reader has stopped.');
      if (heldBytes + chunk.length > limits.maxBytesAtOnce) throw tooMuchAtOnce();
      heldBytes += chunk.length;
      ownBytes += chunk.length;
    };
    try {
      return await inTime(readWhole(request, limits.maxBytes, hold), limits.timeoutMs);
    } finally {
      isOver = true;
      heldBytes -= ownBytes;
    }
  };
}

async function readWhole(request: IncomingMessage, maxBytes: number, hold: (chunk: Buffer) => void): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(decode(request, maxBytes), maxBytes)) {
    hold(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const decoders: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Limits the encoded bytes too: a compressed body can be endless and decode to nothing. */
function decode(request: IncomingMessage, maxBytes: number): AsyncIterable<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return sentBytes(request);
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!create)
    throw new Problem('unsupported_type', 'Send the body plain or with Content-Encoding gzip, deflate or br.');
  return decodedBytes(pipeline(atMost(sentBytes(request), maxBytes), create(), () => undefined));
}

async function* sentBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new Problem('invalid_request', 'The body ended before it was complete.', { cause });
  }
}

async function* decodedBytes(decoder: Readable): AsyncGenerator<Buffer> {
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('invalid_request', 'The body does not match its Content-Encoding.', { cause });
  }
}

async function* atMost(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

async function inTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(
      new Problem('request_timeout', `The body did not arrive within ${timeoutMs / 1000} seconds: send it again.`),
    );
  }, timeoutMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/**
 * Discards the rest of a refused body. If we closed the connection at once, a client that is still sending would see a
 * reset instead of our answer. Cuts off clients that keep sending too long.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let sizeBytes = 0;
  const cutOff = () => request.socket.destroy();
  const timer = setTimeout(cutOff, maxDiscardedMs).unref();
  request.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxDiscardedBytes) cutOff();
  });
  request.once('close', () => clearTimeout(timer));
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('body_too_large', `A delivery can have at most ${maxBytes} bytes, both encoded and decoded.`, {
    members: { limitBytes: maxBytes },
  });
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'Too many large deliveries are arriving at once: send it again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}
