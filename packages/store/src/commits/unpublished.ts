import type { Store } from '../database/store.ts';
import { workspaceIds } from '../database/workspace-ids.ts';
import { commits, type CommitDocument } from './commits.ts';

/** A merge or revert whose workflows are to be published. */
export interface UnpublishedCommit extends Pick<CommitDocument, 'branchId' | 'by'> {
  workspaceId: string;
  id: string;
}

/** Notes that the workflows of a merge or revert are published. */
export async function notePublished(
  store: Store,
  { workspaceId, id }: Pick<UnpublishedCommit, 'workspaceId' | 'id'>,
): Promise<void> {
  await commits(store, workspaceId).updateOne({ _id: id }, { $unset: { publishes: true } });
}

/** The merges and reverts until a time whose process died before it published their workflows, oldest first. */
export async function listUnpublished(store: Store, until: Date): Promise<UnpublishedCommit[]> {
  const found: UnpublishedCommit[] = [];
  for (const workspaceId of await workspaceIds(store)) {
    const rows = await commits(store, workspaceId)
      .find({ publishes: true, at: { $lte: until } })
      .sort({ _id: 1 })
      .toArray();
    found.push(...rows.map(({ _id: id, branchId, by }) => ({ workspaceId, id, branchId, by })));
  }
  return found;
}
