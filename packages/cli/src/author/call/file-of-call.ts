import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { lookup } from 'mime-types';
import { Problem } from '@tallyhook/schemas';
import type { UploadFile } from '@tallyhook/sdk';

/** A local file that an action sends. */
export interface FileOfCall {
  file: UploadFile;
  read(start: number, endExclusive: number): AsyncIterable<Uint8Array>;
}

/**
 * Opens a file for sending.
 * @throws Problem if it does not exist
 */
export function fileOfCall(path: string): FileOfCall {
  const info = statSync(path, { throwIfNoEntry: false });
  if (info?.isFile() !== true) throw new Problem('invalid_usage', `There is no file "${path}".`);
  return {
    file: { name: basename(path), contentType: lookup(path) || 'application/octet-stream', sizeBytes: info.size },
    read: (start, endExclusive) =>
      start === endExclusive ? nothing() : createReadStream(path, { start, end: endExclusive - 1 }),
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {
  yield* [];
}
