import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '@tallyhook/schemas';
import type { Request } from 'express';
import { uploadPrefix } from './uploads.ts';

/** A request body in a temporary file. */
export interface Upload {
  path: string;
  sizeBytes: number;
}

/**
 * Stores the request body in a temporary file while `use` runs and deletes it afterwards.
 * @throws Problem `body_too_large`; `unsupported_type` for a compressed body.
 */
export async function receiveUpload<T>(
  request: Request,
  { directory, limitBytes }: { directory: string; limitBytes: number },
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const path = join(directory, uploadPrefix + randomUUID());
  try {
    return await use({ path, sizeBytes: await writeBody(request, path, limitBytes) });
  } finally {
    await rm(path, { force: true });
  }
}

async function writeBody(request: Request, path: string, limitBytes: number): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let sizeBytes = 0;
    for await (const chunk of limitedBody(request, limitBytes)) {
      await file.writeFile(chunk);
      sizeBytes += chunk.length;
    }
    return sizeBytes;
  } finally {
    await file.close();
  }
}

/**
 * Yields the bytes of a request body, up to a limit. The connection stays open after a refusal, so that the response
 * arrives.
 */
export async function* limitedBody(request: Request, limitBytes: number): AsyncGenerator<Buffer> {
  refuseEarly(request, limitBytes);
  let sizeBytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > limitBytes) throw tooLarge(limitBytes);
      yield chunk;
    }
  } finally {
    // Unread bytes would block the next request on this connection.
    request.resume();
  }
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
