import type { CollectionIndexes, Store } from '../database/store.ts';

/** The calls of one key in one month. */
export interface PlanUsage {
  keyId: string;
  /** `YYYY-MM` in UTC. */
  month: string;
  calls: number;
}

interface PlanUsageDocument extends PlanUsage {
  /** `<key>:<month>` */
  _id: string;
  workspaceId: string;
}

export const planUsageIndexes: CollectionIndexes = {
  collection: 'plan_usage',
  indexes: [{ key: { workspaceId: 1, month: 1 } }],
};

const planUsage = (store: Store) => store.system.collection<PlanUsageDocument>('plan_usage');

/**
 * Adds calls of keys in one write that does not wait for the disk: a power failure loses the last tenth of a second.
 * Pass each key and month once. If it fails, none or some of the calls were added.
 */
export async function addPlanCalls(
  store: Store,
  added: readonly (PlanUsage & { workspaceId: string })[],
): Promise<void> {
  if (added.length === 0) return;
  const updates = added.map(({ workspaceId, keyId, month, calls }) => ({
    updateOne: {
      filter: { _id: `${keyId}:${month}` },
      update: { $inc: { calls }, $setOnInsert: { workspaceId, keyId, month } },
      upsert: true,
    },
  }));
  await planUsage(store).bulkWrite(updates, { ordered: false, writeConcern: { w: 1, journal: false } });
}

/** The calls of a workspace's keys in a month (`YYYY-MM`), including revoked keys. */
export async function readPlanUsage(store: Store, workspaceId: string, month: string): Promise<PlanUsage[]> {
  const documents = await planUsage(store)
    .find({ workspaceId, month }, { readConcern: { level: 'local' } })
    .sort({ _id: 1 })
    .toArray();
  return documents.map(({ keyId, calls }) => ({ keyId, month, calls }));
}
