import { MongoServerError, type Filter } from 'mongodb';
import { changes } from '../changes/change-log.ts';
import { commits } from '../commits/commits.ts';
import { branches } from '../database/branches.ts';
import { deletedBranches } from '../collections/deleted-branches.ts';
import { lineages } from '../history/lineages.ts';
import { dropMergedChanges, mergedChanges } from '../changes/merged-changes.ts';
import { earlierValues } from '../changes/earlier-values.ts';
import { dropEarlier } from '../changes/keep-earlier.ts';
import { removeContent } from '../files/file-content.ts';
import type { Store } from '../database/store.ts';
import { takeOverdue, unfinished, type UnfinishedDocument } from '../database/unfinished.ts';
import { removeBranchDrafts } from '../workflows/workflow-drafts.ts';
import { workspaceIds } from '../database/workspace-ids.ts';

export interface SweepOptions {
  /** After this time without a sign of life, a builder counts as dead. */
  unseenForMs?: number;
}

const deadAfterMs = 90_000;
const againAfterMs = 3_600_000;
const namespaceNotFound = 26;

/**
 * Removes what dead builders left unfinished and what is out of use, in every workspace. Call it at startup and then
 * about every minute; several processes may call it at once. Returns how many things were removed. Throws the first
 * error after all workspaces: a storage of files that is away does not hold up the others.
 */
export async function sweep(store: Store, { unseenForMs = deadAfterMs }: SweepOptions = {}): Promise<number> {
  let removed = 0;
  const errors: unknown[] = [];
  for (const workspaceId of await workspaceIds(store)) {
    removed += await sweepWorkspace(store, workspaceId, { unseenForMs }).catch((error: unknown) => {
      errors.push(error);
      return 0;
    });
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}

/** Sweeps one workspace. */
export async function sweepWorkspace(
  store: Store,
  workspaceId: string,
  { unseenForMs = deadAfterMs }: SweepOptions = {},
): Promise<number> {
  let removed = 0;
  const errors: unknown[] = [];
  for await (const thing of takeOverdue(store, workspaceId, { unseenForMs })) {
    try {
      await remove(store, workspaceId, thing);
      await finishSweep(store, workspaceId, thing);
      removed += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return removed;
}

/**
 * Sweeps a workspace once items just taken out of use are due. Only an optimization: every later sweep does the same.
 */
export function sweepLater(store: Store, workspaceId: string, afterMs: number): void {
  const timer = setTimeout(() => void sweepWorkspace(store, workspaceId).catch(() => undefined), afterMs + 1_000);
  timer.unref();
}

/** The log of a deleted branch is kept while branches may merge that contain it: they merge with its help. */
const logAgainMs = 24 * 3_600_000;

async function remove(store: Store, workspaceId: string, { _id, kind }: UnfinishedDocument): Promise<void> {
  switch (kind) {
    case 'collection':
      await dropCollection(store, workspaceId, _id);
      return;
    case 'upload':
      await removeContent(store, workspaceId, _id);
      return;
    case 'merge': {
      const [branchId, ...numbers] = _id.split('/');
      await dropMergedChanges(store, workspaceId, { branchId: branchId!, numbers: numbers.map(Number) });
      return;
    }
    case 'earlier': {
      const [branchId, number] = _id.split('/');
      await dropEarlier(store, workspaceId, { branchId: branchId!, number: Number(number) });
      return;
    }
    case 'branch':
      await deletedBranches(store, workspaceId).deleteOne({ _id });
      await removeBranchDrafts(store, _id);
      if (await isNeeded(store, workspaceId, _id)) {
        const again = [{ $set: { dropAt: { $add: ['$$NOW', logAgainMs] } } }, { $unset: 'swept' }];
        await unfinished(store, workspaceId).updateOne({ _id }, again);
        return;
      }
      await lineages(store, workspaceId).deleteOne({ _id });
      await commits(store, workspaceId).deleteMany({ branchId: _id });
      await changes(store, workspaceId).deleteMany({ branchId: _id });
      await mergedChanges(store, workspaceId).deleteMany({ branchId: _id });
      await earlierValues(store, workspaceId).deleteMany({ branchId: _id });
  }
}

/** Whether a branch contains the log of this one and has other branches to merge with. */
async function isNeeded(store: Store, workspaceId: string, branchId: string): Promise<boolean> {
  const count = async (filter: Filter<{ _id: string }>) => {
    const [living, restorable] = await Promise.all([
      branches(store, workspaceId).countDocuments(filter),
      deletedBranches(store, workspaceId).countDocuments(filter),
    ]);
    return living + restorable;
  };
  const containing = await lineages(store, workspaceId).distinct('_id', { [`knows.${branchId}`]: { $exists: true } });
  return (await count({})) > 1 && (await count({ _id: { $in: containing } })) > 0;
}

/** A builder that was only paused may continue and write again; a second removal follows an hour later. */
async function finishSweep(store: Store, workspaceId: string, { _id, seenAt }: UnfinishedDocument): Promise<void> {
  const rows = unfinished(store, workspaceId);
  if (!seenAt) await rows.deleteOne({ _id, swept: true });
  else await rows.updateOne({ _id }, [{ $set: { dropAt: { $add: ['$$NOW', againAfterMs] } } }, { $unset: 'seenAt' }]);
}

/** Drops a collection, if it exists. */
export async function dropCollection(store: Store, workspaceId: string, name: string): Promise<void> {
  try {
    await store.workspaceDb(workspaceId).dropCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === namespaceNotFound)) throw error;
  }
}
