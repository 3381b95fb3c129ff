import { Problem, type RecordType } from '@tallyhook/schemas';
import type { TypeUse } from '@tallyhook/schemas/api';
import type { ClientSession } from 'mongodb';
import { changeTypesIn, workspaceApp } from '../apps/apps.ts';
import { prepareTypeRecords } from '../apps/type-records.ts';
import { addChange, withChangeNumber } from '../changes/change-log.ts';
import { beginKeeping, countEarlier, dropEarlier, type KeptChange } from '../changes/keep-earlier.ts';
import { logRecords } from '../changes/log-records.ts';
import {
  collectionEntryId,
  collectionMap,
  createGate,
  findCollection,
  newCollectionName,
  type CollectionEntry,
} from '../collections/collections.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { recordsIn } from '../collections/record-document.ts';
import { counters, countRecords, raiseCounter, slotIds } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { deadWriterTimeoutMs, inTransaction } from '../database/transaction.ts';
import { retire, type Building } from '../database/unfinished.ts';
import { readableAfterMs } from '../moving/move-records.ts';
import { sweepLater } from '../moving/sweep.ts';
import { maxChangedAtOnce, type PlannedChange } from './apply-plan.ts';
import { keepMissed, keepRemoved } from './keep-removed.ts';
import { listTypeUses } from './type-uses.ts';

/**
 * Removes a type of the workspace's own with its records. What uses it is refused unless `evenIfUsed`: reports and
 * workflows then stop working. A relation that points to it always has to go first.
 * @throws Problem `not_found`, `read_only` for a type of an app, `in_use` with the uses.
 */
export async function removeType(
  store: Store,
  branch: Branch,
  { name, evenIfUsed, maxInPlace }: { name: string; evenIfUsed: boolean } & Pick<PlannedChange, 'maxInPlace'>,
  by: string,
): Promise<Branch> {
  const { app } = typeOf(branch, name);
  if (app !== workspaceApp) {
    const detail = `The type "${name}" comes with the app "${app}": remove the app instead.`;
    throw new Problem('read_only', detail, { members: { app } });
  }
  refuseUses(`The type "${name}"`, await listTypeUses(store, branch, [name]), evenIfUsed);
  return removeTypes(store, branch, { names: [name], maxInPlace }, by);
}

/** Refuses to remove what is used. */
export function refuseUses(what: string, uses: readonly TypeUse[], evenIfUsed: boolean): void {
  const blocking = evenIfUsed ? uses.filter(({ kind }) => kind === 'field') : uses;
  if (blocking.length === 0) return;
  const shown = blocking.slice(0, 5).map(({ kind, name }) => `the ${kind} "${name}"`);
  const more = blocking.length > shown.length ? ` and ${blocking.length - shown.length} more` : '';
  const advice = evenIfUsed ? 'remove these fields first' : 'remove or change them first';
  throw new Problem('in_use', `${what} is used by ${shown.join(', ')}${more}: ${advice}.`, {
    members: { uses: blocking },
  });
}

/** Removes types with their records, in one transaction with `alongside`. */
export async function removeTypes(
  store: Store,
  branch: Branch,
  {
    names,
    alongside,
    maxInPlace = maxChangedAtOnce,
  }: {
    names: readonly string[];
    alongside?: (session: ClientSession, number: number) => Promise<void>;
  } & Pick<PlannedChange, 'maxInPlace'>,
  by: string,
): Promise<Branch> {
  const { workspaceId } = branch;
  await prepareTypeRecords(store, branch);
  const counts = await Promise.all(names.map((name) => countRecords(store, branch, name)));
  const numbers = counts.map((count) => (count > maxInPlace ? 1 : count));
  const total = numbers.reduce((sum, count) => sum + count, 1);
  const ids = names.map((name) => collectionEntryId(branch, name));
  const closeGate = createGate(store, workspaceId, { _id: { $in: ids } });
  const remove = async (last: number) => {
    const removals = names.map((name, index): Removal => {
      const first = last - total + 1 + numbers.slice(0, index).reduce((sum, count) => sum + count, 0);
      const expected = counts[index]!;
      return { name, first, expected, isBulk: expected > maxInPlace, by };
    });
    const kept = new Map<string, KeptRecords>();
    try {
      await keepMany(store, branch, { removals, kept });
      return await inTransaction(
        store,
        async (session) => {
          await closeGate();
          const change = (types: RecordType[]) => types.filter((type) => !names.includes(type.name));
          const without = await changeTypesIn(store, branch, { by, change }, session);
          for (const removal of removals) {
            await removeRecords(store, branch, { ...removal, kept: kept.get(removal.name) }, session);
          }
          await alongside?.(session, last);
          return without;
        },
        { timeoutMs: deadWriterTimeoutMs, readConcern: 'local' },
      );
    } catch (error) {
      for (const { keeping, change } of kept.values()) {
        await keeping.abandon(() => dropEarlier(store, workspaceId, change));
      }
      throw error;
    } finally {
      for (const { keeping } of kept.values()) keeping.stop();
    }
  };
  const changed = await withChangeNumber(store, workspaceId, remove, total);
  sweepLater(store, workspaceId, readableAfterMs);
  return changed;
}

interface Removal {
  name: string;
  /** The number of its first entry in the log. */
  first: number;
  /** How many records it had when the numbers were taken. */
  expected: number;
  /** Whether the log gets one entry for all of them. */
  isBulk: boolean;
  by: string;
}

/** The records of a type that were kept as one change, before their removal. */
interface KeptRecords {
  entry: CollectionEntry;
  change: KeptChange;
  keeping: Building;
  slots: number[];
}

/** Keeps the records of types that have so many that the log gets one entry for them. */
async function keepMany(
  store: Store,
  branch: Branch,
  { removals, kept }: { removals: readonly Removal[]; kept: Map<string, KeptRecords> },
): Promise<void> {
  const { workspaceId, id: branchId } = branch;
  for (const { name, first: number, isBulk } of removals) {
    const entry = isBulk ? await findCollection(store, branch, name) : null;
    if (entry === null) continue;
    const change = { branchId, number };
    const records: KeptRecords = { entry, change, keeping: await beginKeeping(store, workspaceId, change), slots: [] };
    kept.set(name, records);
    records.slots = await keepRemoved(store, workspaceId, { entry, change });
    await records.keeping.confirm();
  }
}

/** Replaces the collection of a type by an empty one, and logs each record, or all of many as one entry. */
async function removeRecords(
  store: Store,
  branch: Branch,
  { name: type, first, expected, by, kept }: Removal & { kept: KeptRecords | undefined },
  session: ClientSession,
): Promise<void> {
  const { workspaceId } = branch;
  const entry = await findCollection(store, branch, type, session);
  if (entry === null) return;
  const at = new Date();
  const ids = slotIds(entry);
  if (kept) {
    if (kept.entry.epoch !== entry.epoch) throw writtenMeanwhile(type);
    await keepMissed(store, workspaceId, kept, session);
    await kept.keeping.finish(session);
    const count = await countEarlier(store, workspaceId, kept.change, session);
    const tick = await raiseCounter(store, branch, type, { session, records: 0 });
    const logged = { kind: 'bulk', work: 'remove', count, fields: [] } as const;
    await addChange(store, branch, { ...logged, fields: [], number: first, type, by, at, ...tick }, session);
  } else {
    const records = await recordsIn(store, workspaceId, entry.collection).find({}, { session }).toArray();
    if (records.length > expected) throw writtenMeanwhile(type);
    const changed = records.map((before, index) => ({ before, after: null, number: first + index }));
    await logRecords(store, branch, { type, by, at, imported: true }, { changed, session });
  }
  await counters(store, workspaceId).updateMany(
    { _id: { $in: ids } },
    { $set: { records: 0 }, $inc: { moves: 1 } },
    { session },
  );
  const collection = newCollectionName();
  await store.workspaceDb(workspaceId).createCollection(collection, { session });
  await collectionMap(store, workspaceId).updateOne(
    { _id: entry._id },
    { $set: { collection, epoch: entry.epoch + 1 }, $unset: { fieldIndexes: true, gateUntil: true } },
    { session },
  );
  await retire(store, workspaceId, { ids: [entry.collection], kind: 'collection', afterMs: readableAfterMs }, session);
}

function writtenMeanwhile(type: string): Problem {
  const detail = `Records of "${type}" were written while the type was being removed: try again.`;
  return new Problem('unavailable', detail, { retryAfterSeconds: 1 });
}
