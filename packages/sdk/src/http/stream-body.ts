import { ActionError } from '../action-error.ts';

/** Bytes handed to a connection cannot be recalled, so slices are small. */
const sliceBytes = 64 * 1024;

/** A slice of a body. `fileBytes` counts the bytes of the file; it is 0 in the frame. */
export interface Slice {
  bytes: Uint8Array;
  fileBytes: number;
}

/**
 * Cuts a body into slices small enough to show progress. A slice is free for reuse once the next one is requested.
 * @throws ActionError: `transient` if the body cannot be read and does not say why, `fatal` if its size differs from
 * the announced one, before yielding a byte too many.
 */
export async function* sliceBody(
  { before, after }: { before: Buffer; after: Buffer },
  body: AsyncIterable<Uint8Array>,
  sizeBytes: number,
): AsyncGenerator<Slice> {
  if (before.length > 0) yield { bytes: before, fileBytes: 0 };
  let taken = 0;
  for await (const chunk of readable(body)) {
    taken += chunk.length;
    if (taken > sizeBytes) throw otherSize(`more than ${sizeBytes}`, sizeBytes);
    for (let at = 0; at < chunk.length; at += sliceBytes) {
      const bytes = chunk.subarray(at, at + sliceBytes);
      yield { bytes, fileBytes: bytes.length };
    }
  }
  if (taken < sizeBytes) throw otherSize(`${taken}`, sizeBytes);
  if (after.length > 0) yield { bytes: after, fileBytes: 0 };
}

function otherSize(found: string, announced: number): ActionError {
  return new ActionError('fatal', `the file has ${found} bytes, but ${announced} were announced; it has changed`);
}

async function* readable(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const next = await iterator.next().catch((cause: unknown) => {
        isDone = true;
        if (cause instanceof ActionError) throw cause;
        throw new ActionError('transient', 'the file could not be read', { unread: true, cause });
      });
      if (next.done === true) {
        isDone = true;
        return;
      }
      yield next.value;
    }
  } finally {
    if (!isDone) await iterator.return?.();
  }
}
