import { GridFSBucket, ObjectId } from 'mongodb';
import { buffer } from 'node:stream/consumers';
import type { Store } from '../database/store.ts';

/**
 * A value of other people's making, kept as JSON text: as documents, its keys and depth would meet the limits of BSON.
 * Beyond 256 KiB it lies in the workspace's GridFS bucket `kept_values`.
 */
export type KeptValue = { json: string } | { fileId: string; sizeBytes: number };

export const mostInlineBytes = 256 * 1024;

/** Keeps a JSON value; `undefined` is kept as null. */
export async function keepValue(store: Store, workspaceId: string, value: unknown): Promise<KeptValue> {
  const json = JSON.stringify(value ?? null);
  const sizeBytes = Buffer.byteLength(json);
  if (sizeBytes <= mostInlineBytes) return { json };
  const id = new ObjectId();
  await new Promise<void>((resolve, reject) => {
    const stream = bucket(store, workspaceId).openUploadStreamWithId(id, 'value.json');
    stream.once('error', reject).once('finish', resolve).end(json);
  });
  return { fileId: id.toHexString(), sizeBytes };
}

/** Reads a kept value. */
export async function readValue(store: Store, workspaceId: string, kept: KeptValue): Promise<unknown> {
  if ('json' in kept) return JSON.parse(kept.json);
  const bytes = await buffer(bucket(store, workspaceId).openDownloadStream(new ObjectId(kept.fileId)));
  return JSON.parse(bytes.toString('utf8'));
}

/** Removes what a kept value has outside of its document, if anything. */
export async function removeValue(
  store: Store,
  workspaceId: string,
  kept: KeptValue | null | undefined,
): Promise<void> {
  if (kept && 'fileId' in kept) await bucket(store, workspaceId).delete(new ObjectId(kept.fileId));
}

function bucket(store: Store, workspaceId: string): GridFSBucket {
  return new GridFSBucket(store.workspaceDb(workspaceId), { bucketName: 'kept_values' });
}
