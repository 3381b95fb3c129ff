import { ObjectId } from 'mongodb';
import { collectionMap } from '../collections/collections.ts';
import { fileType } from '../collections/hidden-types.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
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
  if (!(await isElsewhere(store, branch.workspaceId, content)))
    await removeContent(store, branch.workspaceId, new ObjectId(content));
}

async function isElsewhere(store: Store, workspaceId: string, content: string): Promise<boolean> {
  const lists = await collectionMap(store, workspaceId).find({ type: fileType.name }).toArray();
  for (const { collection } of lists) {
    if ((await store.workspaceDb(workspaceId).collection(collection).findOne({ content })) !== null) return true;
  }
  return false;
}
