import { counters } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import { deliveryRows } from '../deliveries/deliveries.ts';
import type { Store } from '../database/store.ts';

/** What a workspace can have only so much of: records of all branches, bytes of files, kept deliveries. */
export type QuotaKind = 'records' | 'fileBytes' | 'deliveries';

/**
 * Reads how much a workspace has of one thing. Deliveries are counted up to `most`, so that a workspace far above its
 * quota costs no more.
 */
export async function readUse(store: Store, workspaceId: string, kind: QuotaKind, most = Infinity): Promise<number> {
  if (kind === 'deliveries') {
    const limit = Number.isFinite(most) ? { limit: most } : {};
    return deliveryRows(store).countDocuments({ workspaceIds: workspaceId }, { hint: 'workspace', ...limit });
  }
  const [sum] =
    kind === 'records'
      ? await counters(store, workspaceId)
          .aggregate<{ all: number }>([{ $group: { _id: null, all: { $sum: '$records' } } }])
          .toArray()
      : await store
          .workspaceDb(workspaceId)
          .collection('fs.files')
          .aggregate<{ all: number }>([{ $group: { _id: null, all: { $sum: '$length' } } }])
          .toArray();
  return sum?.all ?? 0;
}

/** How many records a branch has, of all types. */
export async function countBranchRecords(store: Store, { workspaceId, id }: Branch): Promise<number> {
  const [sum] = await counters(store, workspaceId)
    .aggregate<{ all: number }>([
      { $match: { _id: { $gte: `${id}/`, $lt: `${id}0` } } },
      { $group: { _id: null, all: { $sum: '$records' } } },
    ])
    .toArray();
  return sum?.all ?? 0;
}

/** Space on a disk, in bytes. */
export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** The space on the disk of the database; undefined if the server does not say. */
export async function readFreeSpace(store: Store): Promise<DiskSpace | undefined> {
  const { fsTotalSize: totalBytes, fsUsedSize: usedBytes } = await store.system.command({ dbStats: 1, freeStorage: 0 });
  if (typeof totalBytes !== 'number' || typeof usedBytes !== 'number') return undefined;
  return { freeBytes: totalBytes - usedBytes, totalBytes };
}
