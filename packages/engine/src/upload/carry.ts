import { ActionError, type Received, type UploadRequest } from '@tallyhook/sdk';
import { receive, type UploadJob } from './upload-job.ts';

/** A part of the file, or all of it, counted from 0. */
export interface Part {
  /** null where the file goes as a whole. */
  index: number | null;
  start: number;
  endExclusive: number;
}

/**
 * Makes the check that the file is still the one that was queued: what arrives would else be of two files. It looks at most
 * once in so long: a reader that is open goes on with the content that it was opened with.
 */
export function createFileCheck(
  { reader, journal }: Pick<UploadJob, 'reader' | 'journal'>,
  everyMs: number,
): () => Promise<void> {
  let lookedAt = -Infinity;
  return async () => {
    if (performance.now() - lookedAt < everyMs) return;
    lookedAt = performance.now();
    const { file } = journal.upload;
    const { sha256, sizeBytes } = await reader.look();
    if (sha256 === file.sha256 && sizeBytes === file.sizeBytes) return;
    const detail = `The file "${file.name}" has changed since the step began, so nothing more of it was sent.`;
    throw new ActionError('fatal', detail);
  };
}

/** Sends a request with a part of the file in it; to be written down before. */
export async function carry(job: UploadJob, request: UploadRequest, part: Part): Promise<Received> {
  const { http, time, journal, limits } = job;
  return receive(
    job,
    http.sendStream(request, {
      body: bytesOf(job, part),
      sizeBytes: part.endExclusive - part.start,
      signal: time.signal(),
      idleTimeoutMs: limits.idleTimeoutMs,
      mayWrite: journal.maySend,
    }),
  );
}

async function* bytesOf(
  { reader, onPoint }: UploadJob,
  { index, start, endExclusive }: Part,
): AsyncGenerator<Uint8Array> {
  const middle = start + Math.floor((endExclusive - start) / 2);
  yield* reader.read(start, middle);
  await onPoint('mid bytes', index);
  yield* reader.read(middle, endExclusive);
  await onPoint('after bytes', index);
}
