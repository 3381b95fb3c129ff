import { Problem } from '@tallyhook/schemas';
import { Binary, ObjectId, type Collection, type FindCursor } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { inChunks } from '../storages/in-chunks.ts';
import type { ContentPlace, ContentReader, FileStorage } from '../storages/storage.ts';
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

/** The size of a chunk, also recorded with each content. */
export const chunkSizeBytes = 1024 * 1024;

export const chunkIndexes: CollectionIndexes = {
  collection: 'fs.chunks',
  indexes: [{ key: { files_id: 1, n: 1 }, unique: true }],
};

const chunks = (store: Store, workspaceId: string): Collection<ChunkDocument> =>
  store.workspaceDb(workspaceId).collection(chunkIndexes.collection);

/** The storage of files in the database of their workspace. */
export function openGridfs(store: Store): FileStorage {
  return {
    write: ({ workspaceId, id }, stream) => write(store, workspaceId, { id: new ObjectId(id), stream }),
    open: (place, untilByte) => open(store, place, untilByte),
    async remove({ workspaceId, id }) {
      await chunks(store, workspaceId).deleteMany({ files_id: new ObjectId(id) });
    },
  };
}

/** Holds at most two chunks. */
async function write(
  store: Store,
  workspaceId: string,
  { id, stream }: { id: ObjectId; stream: AsyncIterable<Uint8Array> },
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  try {
    let n = 0;
    for await (const data of inChunks(stream, chunkSizeBytes)) {
      await writing;
      const chunk = { _id: new ObjectId(), files_id: id, n: n++, data: new Binary(data) };
      writing = chunks(store, workspaceId).insertOne(chunk);
    }
  } finally {
    await writing;
  }
}

const chunksInBatch = 2;
/** More batches would survive two garbage collections, and then only a full collection frees them. */
const batchesAhead = 2;
const chunksToCollectAfter = 8;

/**
 * Prefetches the next 4 MiB while the last ones are in use. A range that starts where the last one ended continues the
 * same query.
 */
function open(store: Store, { workspaceId, id: text, sizeBytes }: ContentPlace, untilByte = sizeBytes): ContentReader {
  const id = new ObjectId(text);
  const count = Math.ceil(sizeBytes / chunkSizeBytes);
  const countAhead = Math.ceil(untilByte / chunkSizeBytes);
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
    while (ahead.length < batchesAhead && next + ahead.length * chunksInBatch < countAhead) {
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
