import type { CollectionIndexes, Store } from './store.ts';

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
 * Counts one of the plan's API calls. The call does not wait for the disk: a server that loses its power loses the last
 * tenth of a second of them, and every question is some milliseconds quicker.
 */
export async function countPlanCall(
  store: Store,
  { workspaceId, keyId, now }: { workspaceId: string; keyId: string; now: Date },
): Promise<void> {
  const month = now.toISOString().slice(0, 7);
  await planUsage(store).updateOne(
    { _id: `${keyId}:${month}` },
    { $inc: { calls: 1 }, $setOnInsert: { workspaceId, keyId, month } },
    { upsert: true, writeConcern: { w: 1, journal: false } },
  );
}

/** The calls of a workspace's keys in a month (`YYYY-MM`), those of revoked keys included. */
export async function readPlanUsage(store: Store, workspaceId: string, month: string): Promise<PlanUsage[]> {
  const documents = await planUsage(store)
    .find({ workspaceId, month }, { readConcern: { level: 'local' } })
    .sort({ _id: 1 })
    .toArray();
  return documents.map(({ keyId, calls }) => ({ keyId, month, calls }));
}
