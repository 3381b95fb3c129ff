import { Problem } from '@tallyhook/schemas';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Binary, ObjectId, type Collection, type FindCursor } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { collectYoungGarbage } from './young-garbage.ts';

/**
 * The bytes of files, in GridFS collections and format. The driver's own streams are not used: they read 16 MiB ahead,
 * and an upload that ends early cannot wait for pending writes before its cleanup.
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

/** Writes bytes as they arrive and returns their number and SHA-256; holds at most two chunks of 1 MiB. */
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

/** Reads the bytes from `start` up to but excluding `end`; holds a few chunks of 1 MiB whatever the size. */
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
  if (n <= last) throw new Error(`The content ${id.toHexString()} is incomplete: chunk ${n} is missing.`);
}

const chunksInBatch = 2;
/** More batches would survive two garbage collections, and then only a full collection frees them. */
const batchesAhead = 2;
const chunksToCollectAfter = 8;

/**
 * Reads ranges of one content, one after another. A range that starts where the last one ended continues the same
 * query.
 */
export interface ContentReader {
  /**
   * The bytes from `start` up to but excluding `end`, as buffers of up to 1 MiB. Read one range at a time.
   * @throws Problem `not_found` if the bytes were deleted.
   */
  read(start: number, end: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** The location of bytes, as a serializable value. */
export interface ContentPlace {
  workspaceId: string;
  /** 24 hex digits. */
  id: string;
  sizeBytes: number;
}

/** Opens bytes for reading while they are sent: prefetches the next 4 MiB while the last ones are in use. */
export function openContent(store: Store, { workspaceId, id: text, sizeBytes }: ContentPlace): ContentReader {
  const id = new ObjectId(text);
  const count = Math.ceil(sizeBytes / chunkSizeBytes);
  let cursor: FindCursor<ChunkDocument> | undefined;
  let held: ChunkDocument[] = [];
  /** Batches that were requested, in order. */
  let ahead: Promise<ChunkDocument[]>[] = [];
  /** The chunk after those held. */
  let next = 0;
  let uncollected = 0;

  const seek = async (n: number): Promise<void> => {
    const skipped = n - (next - held.length);
    if (cursor !== undefined && skipped >= 0 && skipped <= held.length) return void held.splice(0, skipped);
    await close();
    next = n;
    cursor = chunks(store, workspaceId)
      .find({ files_id: id, n: { $gte: n } }, { batchSize: chunksInBatch })
      .sort({ n: 1 });
  };
  const fetch = async (from = cursor!): Promise<ChunkDocument[]> => {
    const first = await from.next();
    return first === null ? [] : [first, ...from.readBufferedDocuments()];
  };
  const fetchAhead = (): void => {
    // Keep using this cursor, even if another is open by then.
    const open = cursor!;
    while (ahead.length < batchesAhead && next + ahead.length * chunksInBatch < count) {
      const batch = ahead.length > 0 ? ahead.at(-1)!.then(() => fetch(open)) : fetch(open);
      batch.catch(() => undefined);
      ahead.push(batch);
    }
  };
  const take = async (): Promise<void> => {
    const batch = await (ahead.shift() ?? fetch()).catch(() => again());
    const wrong = batch.findIndex(({ n }, index) => n !== next + index);
    if (batch.length === 0 || wrong >= 0) {
      await close();
      throw gone(next + Math.max(wrong, 0));
    }
    held = batch;
    next += batch.length;
    uncollected += batch.length;
    if (uncollected >= chunksToCollectAfter) {
      uncollected = 0;
      collectYoungGarbage();
    }
    fetchAhead();
  };
  /** Retries once: the database may have been away, or dropped an idle cursor. */
  const again = async (): Promise<ChunkDocument[]> => {
    const n = next;
    await close();
    await seek(n);
    return fetch();
  };
  const gone = (n: number): Problem =>
    new Problem('not_found', `The stored file is no longer complete: part ${n + 1} of ${count} is missing.`);
  const close = async (): Promise<void> => {
    const open = cursor;
    [cursor, held, ahead] = [undefined, [], []];
    await open?.close().catch(() => undefined);
  };

  return {
    async *read(start, end) {
      for (let at = start; at < end;) {
        const n = Math.floor(at / chunkSizeBytes);
        await seek(n);
        if (held.length === 0) await take();
        const { data } = held[0]!;
        const begin = n * chunkSizeBytes;
        const bytes = data.buffer.subarray(at - begin, Math.min(data.length(), end - begin));
        if (bytes.length === 0) throw gone(n);
        at += bytes.length;
        // Keep a chunk that a range ends in, for the range that continues there.
        if (at >= begin + chunkSizeBytes) held.shift();
        yield bytes;
      }
    },
    close,
  };
}

/** Removes bytes, including those of an unfinished upload. */
export async function removeContent(store: Store, workspaceId: string, id: ObjectId): Promise<void> {
  await contents(store, workspaceId).deleteOne({ _id: id });
  await chunks(store, workspaceId).deleteMany({ files_id: id });
}
