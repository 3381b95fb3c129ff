import { Problem } from '@tallyhook/schemas';
import type { Store } from '../database/store.ts';
import { workspaceIds } from '../database/workspace-ids.ts';
import { hasContentIn } from './file-content.ts';
import { usedBuckets } from '../storages/open-storages.ts';

/**
 * Checks that every file can still be read with these settings, and that their buckets exist. Returns what does not
 * answer at the moment, as sentences.
 * @throws Problem `cannot_start`
 */
export async function checkStorages(store: Store): Promise<string[]> {
  for (const { _id } of await usedBuckets(store.system).find().toArray()) {
    if (!store.files.buckets.includes(_id)) await requireEmpty(store, _id);
  }
  const sentences: string[] = [];
  for (const name of store.files.buckets) {
    const storage = await store.files.bucket(name);
    await storage!.check().catch((error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
      sentences.push(`The bucket "${name}": ${error.message}`);
    });
  }
  return sentences;
}

async function requireEmpty(store: Store, bucket: string): Promise<void> {
  for (const workspaceId of await workspaceIds(store)) {
    if (await hasContentIn(store, workspaceId, bucket)) {
      const detail = `Files are kept in the bucket "${bucket}", which TALLYHOOK_FILES does not name: add it after the place of the new files, as in TALLYHOOK_FILES=gridfs,s3://${bucket}.`;
      throw new Problem('cannot_start', detail);
    }
  }
  await usedBuckets(store.system).deleteOne({ _id: bucket });
}
