import { ActionError, type Received, type UploadRequest } from '@tallyhook/sdk';
import { Problem } from '@tallyhook/schemas';
import type { FileRow } from '@tallyhook/store/files';
import type { UploadTurn } from './turn.ts';
import { finalFailure } from './upload-failures.ts';
import { receive, type UploadJob } from './upload-job.ts';

/** A part of the file, or all of it, counted from 0. */
export interface Part {
  /** null if the file is sent as a whole. */
  index: number | null;
  start: number;
  endExclusive: number;
}

/**
 * Creates the check that the file is still the one that was queued; the upload would otherwise mix two files. It reads
 * at most once per `everyMs`: open content is not affected by a later change.
 */
export function createFileCheck(
  look: () => Promise<FileRow>,
  { journal, everyMs }: Pick<UploadJob, 'journal'> & { everyMs: number },
): () => Promise<void> {
  let lookedAt = -Infinity;
  return async () => {
    if (performance.now() - lookedAt < everyMs) return;
    lookedAt = performance.now();
    // Read it now: the next piece is being written down while the file is checked.
    const { upload } = journal;
    const { file } = upload;
    const end = (errorClass: 'fatal' | 'not_found', what: string, cause?: unknown): never => {
      const detail = `The file "${file.name}" ${what} since the step began, so nothing more of it was sent.`;
      throw finalFailure(upload, new ActionError(errorClass, detail, { cause }));
    };
    const { sha256, sizeBytes } = await look().catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'not_found') return end('not_found', 'was deleted', error);
      throw error;
    });
    if (sha256 !== file.sha256 || sizeBytes !== file.sizeBytes) end('fatal', 'has changed');
  };
}

/** Sends a request with a part of the file in it. Write it to the journal first. */
export async function carry(
  job: UploadJob,
  request: UploadRequest,
  part: Part,
  { mayWrite }: UploadTurn,
): Promise<Received> {
  const { content, time, journal, limits, onPoint } = job;
  const { index, start, endExclusive } = part;
  const sending = content.send(request, {
    start,
    endExclusive,
    signal: time.signal(),
    idleTimeoutMs: limits.idleTimeoutMs,
    lease: journal.lease,
    mayBegin: mayWrite,
    ...(onPoint && { onPoint: (point) => onPoint(point, index) }),
  });
  return receive(job, sending);
}
