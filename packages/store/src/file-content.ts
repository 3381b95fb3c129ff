import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Binary, ObjectId, type Collection } from 'mongodb';
import type { CollectionIndexes, Store } from './store.ts';

/**
 * The bytes of files, in the collections and the form of GridFS. The driver's own streams are not used: they read 16 MiB
 * ahead, and an upload that ends early cannot wait for the writes under way before it is cleared away.
 */
interface ChunkDocument {
  _id: ObjectId;
  files_id: ObjectId;
  n: number;
  data: Binary;
}

interface ContentDocument {
  _id: ObjectId;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
}

const chunkSizeBytes = 1024 * 1024;
const chunksAhead = 2;

export const chunkIndexes: CollectionIndexes = {
  collection: 'fs.chunks',
  indexes: [{ key: { files_id: 1, n: 1 }, unique: true }],
};

const chunks = (store: Store, workspaceId: string): Collection<ChunkDocument> =>
  store.workspaceDb(workspaceId).collection(chunkIndexes.collection);

const contents = (store: Store, workspaceId: string): Collection<ContentDocument> =>
  store.workspaceDb(workspaceId).collection('fs.files');

/** Writes bytes as they come and gives their number and SHA-256; holds two chunks of 1 MiB at most. */
export async function writeContent(
  store: Store,
  workspaceId: string,
  { id, name, stream }: { id: ObjectId; name: string; stream: AsyncIterable<Uint8Array> },
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let writing: Promise<unknown> = Promise.resolve();
  try {
    let n = 0;
    for await (const data of inChunks(stream)) {
      hash.update(data);
      sizeBytes += data.length;
      await writing;
      const chunk = { _id: new ObjectId(), files_id: id, n: n++, data: new Binary(data) };
      writing = chunks(store, workspaceId).insertOne(chunk);
    }
  } finally {
    await writing;
  }
  const content = { _id: id, length: sizeBytes, chunkSize: chunkSizeBytes, uploadDate: new Date(), filename: name };
  await contents(store, workspaceId).insertOne(content);
  return { sizeBytes, sha256: hash.digest('hex') };
}

async function* inChunks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held = Buffer.allocUnsafe(chunkSizeBytes);
  let filled = 0;
  for await (const part of stream) {
    for (let taken = 0; taken < part.length;) {
      const length = Math.min(part.length - taken, chunkSizeBytes - filled);
      held.set(part.subarray(taken, taken + length), filled);
      taken += length;
      filled += length;
      if (filled < chunkSizeBytes) continue;
      yield held;
      held = Buffer.allocUnsafe(chunkSizeBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield held.subarray(0, filled);
}

/** Reads bytes from `start` up to, not including, `end`; holds a few chunks of 1 MiB whatever the size. */
export function readContent(
  store: Store,
  workspaceId: string,
  { id, start, end }: { id: ObjectId; start: number; end: number },
): Readable {
  return Readable.from(rangeOf(store, workspaceId, { id, start, end }), { objectMode: false });
}

async function* rangeOf(
  store: Store,
  workspaceId: string,
  { id, start, end }: { id: ObjectId; start: number; end: number },
): AsyncGenerator<Uint8Array> {
  if (start >= end) return;
  let n = Math.floor(start / chunkSizeBytes);
  const last = Math.ceil(end / chunkSizeBytes) - 1;
  const cursor = chunks(store, workspaceId)
    .find({ files_id: id, n: { $gte: n, $lte: last } }, { batchSize: chunksAhead })
    .sort({ n: 1 });
  for await (const chunk of cursor) {
    const begin = n * chunkSizeBytes;
    if (chunk.n !== n++) break;
    yield chunk.data.buffer.subarray(Math.max(0, start - begin), Math.min(chunk.data.length(), end - begin));
  }
  if (n <= last) throw new Error(`The content ${id.toHexString()} is not whole: chunk ${n} is missing.`);
}

/** Removes bytes, also those of an upload that did not end. */
export async function removeContent(store: Store, workspaceId: string, id: ObjectId): Promise<void> {
  await contents(store, workspaceId).deleteOne({ _id: id });
  await chunks(store, workspaceId).deleteMany({ files_id: id });
}
