import { Problem } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { branches, mainBranch, openBranch } from '../database/branches.ts';
import { collectionMap, createGate } from '../collections/collections.ts';
import { deletedBranches } from '../collections/deleted-branches.ts';
import { restorableForMs } from './deleted-branches.ts';
import { takeKeptVersions } from '../connectors/kept-versions.ts';
import { dropFieldUsage } from '../field-indexes/field-usage.ts';
import { dropQuestionUsage } from '../field-indexes/question-usage.ts';
import type { Store } from '../database/store.ts';
import { inTransaction, deadWriterTimeoutMs } from '../database/transaction.ts';
import { retire } from '../database/unfinished.ts';
import { turnOffBranch } from '../workflows/workflow-settings.ts';
import { counters, slotIds } from '../collections/write-counter.ts';

/**
 * Deletes a branch with its records and change log; nobody can find or write it afterwards. For a week it can be
 * restored; then its collections are dropped.
 * @throws Problem `not_found`, and `invalid_request` for the main branch.
 */
export async function deleteBranch(store: Store, workspaceId: string, name: string, by: string): Promise<void> {
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
    const ofBranch = { _id: { $in: entries.flatMap(slotIds) } };
    const kept = await counters(store, workspaceId).find(ofBranch, { session }).toArray();
    await counters(store, workspaceId).deleteMany(ofBranch, { session });
    await turnOffBranch(store, branchId, session);
    const keptVersions = await takeKeptVersions(store, { workspaceId, branchId }, session);
    const deletedAt = new Date();
    const keptUntil = new Date(deletedAt.getTime() + restorableForMs);
    const deleted = {
      _id: branchId,
      branch,
      deletedAt,
      deletedBy: by,
      keptUntil,
      entries,
      counters: kept,
      kept: keptVersions,
    };
    await deletedBranches(store, workspaceId).insertOne(deleted, { session });
    const collections = entries.map(({ collection }) => collection);
    await retire(store, workspaceId, { ids: collections, kind: 'collection', afterMs: restorableForMs }, session);
    await retire(store, workspaceId, { ids: [branchId], kind: 'branch', afterMs: restorableForMs }, session);
  };
  await inTransaction(store, work, { timeoutMs: deadWriterTimeoutMs });
  await dropFieldUsage(store, branchId);
  await dropQuestionUsage(store, branchId);
}
