import { computeDigests, type Digests, type Piece } from '@tallyhook/sdk';
import type { UploadJob } from './upload-job.ts';

/** Reads what the templates need of the file's content before the first request, without holding more than that. */
export async function readContentValues(job: UploadJob): Promise<void> {
  const { call, description, journal } = job;
  const { sha256, sizeBytes } = journal.upload.file;
  // The SHA-256 was computed when the file was stored.
  const names = description.digests.file.filter((name) => name !== 'sha256');
  const digests = await computeDigests(names, readChecked(job, 0, sizeBytes));
  call.file = { ...call.file, digests: { ...digests, sha256 } };
  // A file that is too large for this was refused when it was queued.
  if (description.send === 'base64') call.file.base64 = await readBase64(job, sizeBytes);
}

/** The digests of a piece that templates read. */
export function digestPiece(job: UploadJob, { start, endExclusive }: Piece): Promise<Digests> {
  return computeDigests(job.description.digests.piece, readChecked(job, start, endExclusive));
}

async function readBase64(job: UploadJob, sizeBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChecked(job, 0, sizeBytes)) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks).toString('base64');
}

async function* readChecked(
  { reader, time }: UploadJob,
  start: number,
  endExclusive: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of reader.read(start, endExclusive)) {
    time.check();
    yield chunk;
  }
}
