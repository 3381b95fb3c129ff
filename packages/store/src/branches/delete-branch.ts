import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { branches, mainBranch, openBranch } from '../database/branches.ts';
import { collectionMap, createGate } from '../collections/collections.ts';
import { dropFieldUsage } from '../field-indexes/field-usage.ts';
import { readableAfterMs } from '../moving/move-records.ts';
import type { Store } from '../database/store.ts';
import { sweepLater, sweepWorkspace } from '../moving/sweep.ts';
import { inTransaction, deadWriterTimeoutMs } from '../database/transaction.ts';
import { retire } from '../database/unfinished.ts';
import { counters, slotIds } from '../collections/write-counter.ts';

/**
 * Deletes a branch with its records and change log; nobody can find or write it afterwards. Its collections are dropped
 * a minute later, because running questions may still read them.
 * @throws Problem `not_found`, and `invalid_request` for the main branch.
 */
export async function deleteBranch(store: Store, workspaceId: string, name: string): Promise<void> {
  if (name === mainBranch) {
    throw new Problem('invalid_request', `The branch "${mainBranch}" cannot be deleted: every workspace needs it.`);
  }
  const { id: branchId } = await openBranch(store, workspaceId, name);
  const closeGate = createGate(store, workspaceId, { branchId });
  const work = async (session: ClientSession) => {
    await closeGate();
    const branch = await branches(store, workspaceId).findOneAndDelete({ _id: branchId }, { session });
    if (!branch) throw new Problem('not_found', `There is no branch "${name}" in this workspace.`);
    const map = collectionMap(store, workspaceId);
    const entries = await map.find({ branchId }, { session }).toArray();
    await map.deleteMany({ branchId }, { session });
    await counters(store, workspaceId).deleteMany({ _id: { $in: entries.flatMap(slotIds) } }, { session });
    const collections = entries.map(({ collection }) => collection);
    await retire(store, workspaceId, { ids: collections, kind: 'collection', afterMs: readableAfterMs }, session);
    await retire(store, workspaceId, { ids: [branchId], kind: 'branch', afterMs: 0 }, session);
  };
  await inTransaction(store, work, { timeoutMs: deadWriterTimeoutMs });
  await dropFieldUsage(store, branchId);
  await sweepWorkspace(store, workspaceId);
  sweepLater(store, workspaceId, readableAfterMs);
}
