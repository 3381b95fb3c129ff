import { Problem } from '@tallyhook/schemas';
import { collectionMap } from '../collections/collections.ts';
import { deletedBranches } from '../collections/deleted-branches.ts';
import { counters } from '../collections/write-counter.ts';
import { returnKeptVersions } from '../connectors/kept-versions.ts';
import { branches, branchExists, branchOf, requireFreeName, type Branch } from '../database/branches.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';
import { unfinished } from '../database/unfinished.ts';
import { holdCalendar } from './workspace-calendar.ts';

/** A deleted branch in a list. */
export interface DeletedBranch {
  id: string;
  name: string;
  deletedAt: string;
  deletedBy: string;
  keptUntil: string;
  records: number;
}

/** How long a deleted branch can be restored. */
export const restorableForMs = 7 * 24 * 3_600_000;

/** Lists the deleted branches that can be restored, the last deleted first. */
export async function listDeletedBranches(
  store: Store,
  workspaceId: string,
  now = new Date(),
): Promise<DeletedBranch[]> {
  const found = await deletedBranches(store, workspaceId)
    .find({ keptUntil: { $gt: now } })
    .sort({ deletedAt: -1 })
    .toArray();
  return found.map(({ _id: id, branch, deletedAt, deletedBy, keptUntil, counters: of }) => ({
    ...{ id, name: branch.name, deletedAt: deletedAt.toISOString(), deletedBy, keptUntil: keptUntil.toISOString() },
    records: of.reduce((sum, { records }) => sum + records, 0),
  }));
}

/**
 * Restores a deleted branch with its records, reports and history, under its own name or a new one. Its workflows are
 * off.
 * @throws Problem `not_found` once its time is over, `already_exists` if the name is taken.
 */
export async function restoreBranch(
  store: Store,
  workspaceId: string,
  { id, name }: { id: string; name?: string | undefined },
): Promise<Branch> {
  let wanted = name;
  try {
    return await inTransaction(store, async (session) => {
      const found = await deletedBranches(store, workspaceId).findOneAndDelete({ _id: id }, { session });
      const ids = found?.entries.map(({ collection }) => collection) ?? [];
      const rows = unfinished(store, workspaceId);
      const swept = await rows.countDocuments({ _id: { $in: [...ids, id] }, swept: true }, { session });
      if (!found || swept > 0 || found.keptUntil < new Date()) throw notRestorable(id);
      wanted ??= found.branch.name;
      await requireFreeName(store, workspaceId, { name: wanted, session });
      await rows.deleteMany({ _id: { $in: [...ids, id] } }, { session });
      const document = { ...found.branch, name: wanted, ...(await holdCalendar(store, workspaceId, session)) };
      await branches(store, workspaceId).insertOne(document, { session });
      if (found.entries.length > 0) await collectionMap(store, workspaceId).insertMany(found.entries, { session });
      if (found.counters.length > 0) await counters(store, workspaceId).insertMany(found.counters, { session });
      await returnKeptVersions(store, { workspaceId, branchId: id, kept: found.kept ?? [] }, session);
      return branchOf(workspaceId, document);
    });
  } catch (error) {
    throw isDuplicateKey(error) ? branchExists(wanted ?? '', error) : error;
  }
}

function notRestorable(id: string): Problem {
  const detail = `There is no deleted branch "${id.slice(0, 100)}" that can be restored: branches are kept for a week.`;
  return new Problem('not_found', detail);
}
