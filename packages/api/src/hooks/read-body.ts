import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { Problem } from '@tallyhook/schemas';

const mostDiscardedMs = 5_000;
const mostDiscardedBytes = 100 * 1024 * 1024;

export interface BodyLimits {
  /** The most bytes of one body, as sent and as decoded. */
  mostBytes: number;
  /** The most bytes that the bodies being read hold together. */
  mostBytesAtOnce: number;
  timeoutMs: number;
}

/**
 * Reads a body whole and decodes its content encoding.
 * @throws Problem `body_too_large`, `unsupported_type` (an encoding we do not know), `invalid_request` (bytes that do
 * not decode, or a sender that left), `request_timeout`, `unavailable` (too much is being read already).
 * The request is left open then, so that it can be answered.
 */
export type ReadBody = (request: IncomingMessage) => Promise<Buffer>;

/** Makes a reader; its limit of bytes at once is for everything that this reader reads. */
export function createBodyReader(limits: BodyLimits): ReadBody {
  let heldBytes = 0;
  return async (request) => {
    let ownBytes = 0;
    let isOver = false;
    const hold = (chunk: Buffer) => {
      if (isOver) throw new Error('The reader has left.');
      if (heldBytes + chunk.length > limits.mostBytesAtOnce) throw tooMuchAtOnce();
      heldBytes += chunk.length;
      ownBytes += chunk.length;
    };
    try {
      return await inTime(readWhole(request, limits.mostBytes, hold), limits.timeoutMs);
    } finally {
      isOver = true;
      heldBytes -= ownBytes;
    }
  };
}

async function readWhole(request: IncomingMessage, mostBytes: number, hold: (chunk: Buffer) => void): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(decode(request, mostBytes), mostBytes)) {
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

/** The bytes as sent are counted too: a compressed body can be endless and decode to nothing. */
function decode(request: IncomingMessage, mostBytes: number): AsyncIterable<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return sentBytes(request);
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!create)
    throw new Problem('unsupported_type', 'Send the body plain or with Content-Encoding gzip, deflate or br.');
  return decodedBytes(pipeline(atMost(sentBytes(request), mostBytes), create(), () => undefined));
}

async function* sentBytes(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new Problem('invalid_request', 'The body ended before it was whole.', { cause });
  }
}

async function* decodedBytes(decoder: Readable): AsyncGenerator<Buffer> {
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch (cause) {
    if (cause instanceof Problem) throw cause;
    throw new Problem('invalid_request', 'The body is not what its Content-Encoding says.', { cause });
  }
}

async function* atMost(chunks: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (sizeBytes > mostBytes) throw tooLarge(mostBytes);
    yield chunk;
  }
}

async function inTime<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const timer = new AbortController();
  const late = wait(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new Problem('request_timeout', `The body did not arrive within ${timeoutMs / 1000} seconds: send it again.`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}

/**
 * Lets the rest of a refused body come in and forgets it, because a sender that is still sending would otherwise meet
 * a closed connection instead of our answer. A sender that goes on for too long is cut off.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  let sizeBytes = 0;
  const cutOff = () => request.socket.destroy();
  const timer = setTimeout(cutOff, mostDiscardedMs).unref();
  request.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length;
    if (sizeBytes > mostDiscardedBytes) cutOff();
  });
  request.once('close', () => clearTimeout(timer));
}

function tooLarge(mostBytes: number): Problem {
  return new Problem(
    'body_too_large',
    `A delivery has at most ${mostBytes} bytes, also after its content encoding is undone.`,
    {
      members: { limitBytes: mostBytes },
    },
  );
}

function tooMuchAtOnce(): Problem {
  return new Problem('unavailable', 'Too many large deliveries are arriving at once: send it again in a few seconds.', {
    retryAfterSeconds: 5,
  });
}
