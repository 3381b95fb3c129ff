import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Problem } from '@tallyhook/schemas';
import { ObjectId, type Collection } from 'mongodb';
import type { Store } from '../database/store.ts';
import { chunkSizeBytes, openGridfs } from './gridfs.ts';
import type { ContentKey, ContentPlace, ContentReader, FileStorage, S3Object } from '../storages/storage.ts';

/**
 * The catalogue of bytes, in the collection and format of GridFS. It says where they are and how many: a content stays
 * where it was written, whatever the setting says later. In S3 it exists before the first byte, so that nothing is
 * left there unseen.
 */
interface ContentDocument {
  _id: ObjectId;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
  metadata?: { s3: S3Object };
}

const contents = (store: Store, workspaceId: string): Collection<ContentDocument> =>
  store.workspaceDb(workspaceId).collection('fs.files');

/** Writes bytes to the storage of new files as they arrive, and returns their number and SHA-256. */
export async function writeContent(
  store: Store,
  workspaceId: string,
  { id, name, stream }: { id: string; name: string; stream: AsyncIterable<Uint8Array> },
): Promise<{ sizeBytes: number; sha256: string }> {
  const s3 = await store.files.newObject({ workspaceId, id });
  const content: ContentDocument = {
    _id: new ObjectId(id),
    length: 0,
    chunkSize: chunkSizeBytes,
    uploadDate: new Date(),
    filename: name,
    ...(s3 && { metadata: { s3 } }),
  };
  if (s3) await contents(store, workspaceId).insertOne(content);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measured = async function* () {
    for await (const part of stream) {
      hash.update(part);
      sizeBytes += part.length;
      yield part;
    }
  };
  const key = { workspaceId, id, ...(s3 && { s3 }) };
  await (await storageOf(store, key)).write(key, measured());
  await contents(store, workspaceId).replaceOne(
    { _id: content._id },
    { ...content, length: sizeBytes },
    { upsert: true },
  );
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Finds where bytes are. */
export async function placeOf(
  store: Store,
  workspaceId: string,
  { id, sizeBytes }: { id: string; sizeBytes: number },
): Promise<ContentPlace> {
  return { ...(await keyOf(store, workspaceId, id)), sizeBytes };
}

async function keyOf(store: Store, workspaceId: string, id: string): Promise<ContentKey> {
  const content = await contents(store, workspaceId).findOne({ _id: new ObjectId(id) });
  return { workspaceId, id, ...(content?.metadata && { s3: content.metadata.s3 }) };
}

/** Reads the bytes from `start` up to but excluding `end`; holds a few MiB whatever the size. */
export function readContent(
  store: Store,
  place: ContentPlace,
  { start, end }: { start: number; end: number },
): Readable {
  const range = async function* () {
    const reader = (await storageOf(store, place)).open(place, end);
    try {
      yield* reader.read(start, end);
    } finally {
      await reader.close();
    }
  };
  return Readable.from(range(), { objectMode: false });
}

/** Opens bytes for reading range by range, such as while they are sent. Consecutive ranges are fastest. */
export function openContent(store: Store, place: ContentPlace): ContentReader {
  let opened: ContentReader | undefined;
  return {
    async *read(start, end) {
      opened ??= (await storageOf(store, place)).open(place);
      yield* opened.read(start, end);
    },
    close: async () => opened?.close(),
  };
}

/** Removes bytes, including those of an unfinished upload. */
export async function removeContent(store: Store, workspaceId: string, id: string): Promise<void> {
  const key = await keyOf(store, workspaceId, id);
  await (await storageOf(store, key)).remove(key);
  await contents(store, workspaceId).deleteOne({ _id: new ObjectId(id) });
}

async function storageOf(store: Store, { s3 }: ContentKey): Promise<FileStorage> {
  if (!s3) return openGridfs(store);
  const storage = await store.files.bucket(s3.bucket);
  if (storage) return storage;
  throw new Problem(
    'unavailable',
    `The bytes of the file are in the bucket "${s3.bucket}": TALLYHOOK_FILES must name it as well.`,
  );
}

/** Whether the bytes of any file of a workspace are in a bucket. */
export async function hasContentIn(store: Store, workspaceId: string, bucket: string): Promise<boolean> {
  return (await contents(store, workspaceId).findOne({ 'metadata.s3.bucket': bucket })) !== null;
}
