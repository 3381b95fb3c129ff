import { collectionMap } from '../collections/collections.ts';
import { fileType } from '../collections/hidden-types.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { unfinished } from '../database/unfinished.ts';
import { readRecord } from '../records/records.ts';
import { removeRecord } from '../records/write-record.ts';
import { removeContent } from './file-content.ts';

/**
 * Deletes a file from a branch. Its bytes are removed with the last branch that has it; records keep its id.
 * @throws Problem `not_found`.
 */
export async function deleteFile(store: Store, branch: Branch, id: string, by: string): Promise<void> {
  const { fields } = await readRecord(store, branch, fileType, id);
  await removeRecord(store, branch, { type: fileType, by }, { id });
  const content = String(fields.content);
  if (await isElsewhere(store, branch.workspaceId, content)) return;
  const rows = unfinished(store, branch.workspaceId);
  await rows.updateOne(
    { _id: content },
    { $set: { kind: 'upload' }, $currentDate: { dropAt: true } },
    { upsert: true },
  );
  try {
    await removeContent(store, branch.workspaceId, content);
  } catch {
    // The storage may be away: the file is deleted, and the sweep removes its bytes once it can.
    return;
  }
  await rows.deleteOne({ _id: content });
}

async function isElsewhere(store: Store, workspaceId: string, content: string): Promise<boolean> {
  const lists = await collectionMap(store, workspaceId).find({ type: fileType.name }).toArray();
  for (const { collection } of lists) {
    if ((await store.workspaceDb(workspaceId).collection(collection).findOne({ content })) !== null) return true;
  }
  return false;
}
