import { GridFSBucket, MongoRuntimeError, ObjectId } from 'mongodb';
import { buffer } from 'node:stream/consumers';
import type { Store } from '../database/store.ts';

/**
 * A value from outside, stored as JSON text: as a document, its keys and depth could exceed the limits of BSON. Values
 * above 256 KiB are in the workspace's GridFS bucket `kept_values`.
 */
export type KeptValue = { json: string } | { fileId: string; sizeBytes: number };

export const maxInlineBytes = 256 * 1024;

/** Stores a JSON value; `undefined` is stored as null. */
export async function keepValue(store: Store, workspaceId: string, value: unknown): Promise<KeptValue> {
  const json = JSON.stringify(value ?? null);
  const sizeBytes = Buffer.byteLength(json);
  if (sizeBytes <= maxInlineBytes) return { json };
  const id = new ObjectId();
  await new Promise<void>((resolve, reject) => {
    const stream = bucket(store, workspaceId).openUploadStreamWithId(id, 'value.json');
    stream.once('error', reject).once('finish', resolve).end(json);
  });
  return { fileId: id.toHexString(), sizeBytes };
}

/** Reads a stored value. */
export async function readValue(store: Store, workspaceId: string, kept: KeptValue): Promise<unknown> {
  if ('json' in kept) return JSON.parse(kept.json);
  const bytes = await buffer(bucket(store, workspaceId).openDownloadStream(new ObjectId(kept.fileId)));
  return JSON.parse(bytes.toString('utf8'));
}

/** Removes the GridFS file of a stored value, if it has one and that is still there. */
export async function removeValue(
  store: Store,
  workspaceId: string,
  kept: KeptValue | null | undefined,
): Promise<void> {
  if (!kept || !('fileId' in kept)) return;
  await bucket(store, workspaceId).delete(new ObjectId(kept.fileId)).catch(ignoreGone);
}

/** An interrupted removal, or another worker, has removed it before; the driver throws after the pieces are gone too. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof MongoRuntimeError && error.message.startsWith('File not found'))) throw error;
}

function bucket(store: Store, workspaceId: string): GridFSBucket {
  return new GridFSBucket(store.workspaceDb(workspaceId), { bucketName: 'kept_values' });
}
