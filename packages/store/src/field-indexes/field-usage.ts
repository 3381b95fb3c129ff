import type { Branch } from '../database/branches.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { medianOf, timesToAdd, type Times } from './usage-times.ts';

/** One question of a report that filtered on a field. */
export interface FieldUse {
  branchId: string;
  type: string;
  field: string;
  /** Whether an index can answer this filter. */
  isIndexable: boolean;
  /** How long counting took, in milliseconds. */
  tookMs: number;
  at: Date;
}

/** How often reports of a branch filtered on a field, and how long those questions took. */
export interface FieldUsage {
  type: string;
  field: string;
  uses: number;
  /** How many of them an index can answer. */
  indexableUses: number;
  lastUsedAt: string;
  /** Accurate to a tenth; for a single use, its exact duration. */
  medianMs: number;
  totalMs: number;
}

interface FieldUsageDocument {
  /** `<branch>/<type>/<field>` */
  _id: string;
  branchId: string;
  type: string;
  field: string;
  uses: number;
  indexableUses: number;
  totalMs: number;
  lastUsedAt: Date;
  since: Date;
  times: Times;
}

export const fieldUsageIndexes: CollectionIndexes = { collection: 'field_usage', indexes: [{ key: { branchId: 1 } }] };

const fieldUsage = (store: Store) => store.system.collection<FieldUsageDocument>(fieldUsageIndexes.collection);

/** Adds uses in one write that does not wait for the disk: statistics may lose a few. */
export async function addFieldUses(store: Store, uses: readonly FieldUse[]): Promise<void> {
  const byField = Map.groupBy(uses, ({ branchId, type, field }) => `${branchId}/${type}/${field}`);
  const updates = [...byField].map(([_id, some]) => ({
    updateOne: { filter: { _id }, update: updateOf(some), upsert: true },
  }));
  if (updates.length === 0) return;
  await fieldUsage(store).bulkWrite(updates, { ordered: false, writeConcern: { w: 1, journal: false } });
}

function updateOf(uses: readonly FieldUse[]) {
  const { branchId, type, field } = uses[0]!;
  const ats = uses.map(({ at }) => at.getTime());
  return {
    $inc: { ...timesToAdd(uses), indexableUses: uses.filter(({ isIndexable }) => isIndexable).length },
    $max: { lastUsedAt: new Date(Math.max(...ats)) },
    $setOnInsert: { branchId, type, field, since: new Date(Math.min(...ats)) },
  };
}

/** Reads the field usage of a branch and when recording began; null if there is none. */
export async function readFieldUsage(
  store: Store,
  branch: Branch,
): Promise<{ since: string | null; fields: FieldUsage[] }> {
  const documents = await fieldUsage(store)
    .find({ branchId: branch.id }, { readConcern: { level: 'local' } })
    .toArray();
  const since = documents.map((document) => document.since.getTime());
  return {
    since: since.length === 0 ? null : new Date(Math.min(...since)).toISOString(),
    fields: documents.map(({ type, field, uses, indexableUses, lastUsedAt, totalMs, times }) => ({
      ...{ type, field, uses, indexableUses, totalMs },
      lastUsedAt: lastUsedAt.toISOString(),
      medianMs: medianOf(times, totalMs),
    })),
  };
}

/** Deletes the field usage of a branch. */
export async function dropFieldUsage(store: Store, branchId: string): Promise<void> {
  await fieldUsage(store).deleteMany({ branchId });
}
