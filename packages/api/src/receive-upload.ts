import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import type { Request } from 'express';
import { discardRest } from './hooks/read-body.ts';
import { uploadPrefix } from './uploads.ts';

/** A request body in a temporary file. */
export interface Upload {
  path: string;
  sizeBytes: number;
}

/** What a body of a file may be. */
export interface BodyLimits {
  limitBytes: number;
  /** A body that sends less than 64 KiB in this time ends. */
  timeoutMs: number;
}

const minBytesInTime = 64 * 1024;

/**
 * Stores the request body in a temporary file while `use` runs and deletes it afterwards.
 * @throws Problem `body_too_large`; `unsupported_type` for a compressed body; `request_timeout` for a slow one.
 */
export async function receiveUpload<T>(
  request: Request,
  { directory, ...limits }: BodyLimits & { directory: string },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const path = join(directory, uploadPrefix + randomUUID());
  try {
    return await use({ path, sizeBytes: await writeBody(request, path, limits) });
  } finally {
    await rm(path, { force: true });
  }
}

async function writeBody(request: Request, path: string, limits: BodyLimits): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of limitedBody(request, limits)) {
      await file.writeFile(chunk);
      sizeBytes += chunk.length;
    }
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/**
 * Yields the bytes of a request body, up to a limit, as long as they arrive fast enough. The connection stays open after
 * a refusal, so that the response arrives.
 */
export async function* limitedBody(request: Request, { limitBytes, timeoutMs }: BodyLimits): AsyncGenerator<Buffer> {
  refuseEarly(request, limitBytes);
  let [sizeBytes, arrivedBytes] = [0, 0];
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  const pace = watchPace(timeoutMs, () => {
    const isEnough = arrivedBytes >= minBytesInTime;
    arrivedBytes = 0;
    return isEnough;
  });
  try {
    for (let next = await pace.race(chunks.next()); !next.done; next = await pace.race(chunks.next())) {
      sizeBytes += next.value.length;
      arrivedBytes += next.value.length;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      yield next.value;
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'request_timeout') {
      request.res?.setHeader('Connection', 'close');
      discardRest(request);
    }
    throw error;
  } finally {
    pace.end();
    // Waits for a chunk that is being read; a slow client is cut off meanwhile.
    void chunks.return?.().then(
      // Unread bytes would block the next request on this connection.
      () => request.resume(),
      () => undefined,
    );
  }
}

/** Gives up on what is awaited when `isFastEnough` is false. Time that we need ourselves to store a chunk is free. */
function watchPace(timeoutMs: number, isFastEnough: () => boolean) {
  let giveUp: (problem: Problem) => void = () => undefined;
  let isWaiting = false;
  const late = new Promise<never>((_resolve, reject) => (giveUp = reject));
  late.catch(() => undefined);
  const timer = setInterval(() => {
    if (!isFastEnough() && isWaiting) giveUp(tooSlow(timeoutMs));
  }, timeoutMs).unref();
  return {
    async race<Value>(awaited: Promise<Value>): Promise<Value> {
      isWaiting = true;
      awaited.catch(() => undefined);
      try {
        return await Promise.race([awaited, late]);
      } finally {
        isWaiting = false;
      }
    },
    end: () => clearInterval(timer),
  };
}

function tooSlow(timeoutMs: number): Problem {
  const detail = `Less than ${minBytesInTime} bytes of the body arrived within ${timeoutMs / 1000} seconds: send it again.`;
  return new Problem('request_timeout', detail);
}

function refuseEarly(request: Request, limitBytes: number): void {
  const encoding = request.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem(
      'unsupported_type',
      `Send the body unencoded, without Content-Encoding "${encoding.slice(0, 50)}".`,
    );
  }
  if (Number(request.get('content-length') ?? 0) > limitBytes) throw tooLarge(limitBytes);
}

function tooLarge(limitBytes: number): Problem {
  return new Problem('body_too_large', `This address accepts at most ${limitBytes} bytes at once.`, {
    members: { limitBytes },
  });
}
