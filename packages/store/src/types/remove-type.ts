import { Problem } from '@tallyhook/schemas';
import type { TypeUse } from '@tallyhook/schemas/api';
import type { ClientSession } from 'mongodb';
import { changeTypesIn, workspaceApp } from '../apps/apps.ts';
import { prepareTypeRecords } from '../apps/type-records.ts';
import { addChange, withChangeNumber } from '../changes/change-log.ts';
import { logRecords } from '../changes/log-records.ts';
import {
  collectionEntryId,
  collectionMap,
  createGate,
  findCollection,
  newCollectionName,
} from '../collections/collections.ts';
import { typeOf } from '../collections/hidden-types.ts';
import { recordsIn } from '../collections/record-document.ts';
import { counters, countRecords, raiseCounter, slotIds } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { deadWriterTimeoutMs, inTransaction } from '../database/transaction.ts';
import { retire } from '../database/unfinished.ts';
import { readableAfterMs } from '../moving/move-records.ts';
import { sweepLater } from '../moving/sweep.ts';
import { maxChangedAtOnce } from './apply-plan.ts';
import { listTypeUses } from './type-uses.ts';

/**
 * Removes a type of the workspace's own with its records. What uses it is refused unless `evenIfUsed`: reports and
 * workflows then stop working. A relation that points to it always has to go first.
 * @throws Problem `not_found`, `read_only` for a type of an app, `in_use` with the uses.
 */
export async function removeType(
  store: Store,
  branch: Branch,
  { name, evenIfUsed }: { name: string; evenIfUsed: boolean },
  by: string,
): Promise<Branch> {
  const { app } = typeOf(branch, name);
  if (app !== workspaceApp) {
    const detail = `The type "${name}" comes with the app "${app}": remove the app instead.`;
    throw new Problem('read_only', detail, { members: { app } });
  }
  refuseUses(`The type "${name}"`, await listTypeUses(store, branch, [name]), evenIfUsed);
  return removeTypes(store, branch, { names: [name] }, by);
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
  }: { names: readonly string[]; alongside?: (session: ClientSession, number: number) => Promise<void> },
  by: string,
): Promise<Branch> {
  const { workspaceId } = branch;
  await prepareTypeRecords(store, branch);
  const counts = await Promise.all(names.map((name) => countRecords(store, branch, name)));
  const numbers = counts.map((count) => (count > maxChangedAtOnce ? 1 : count));
  const total = numbers.reduce((sum, count) => sum + count, 1);
  const ids = names.map((name) => collectionEntryId(branch, name));
  const closeGate = createGate(store, workspaceId, { _id: { $in: ids } });
  const changed = await withChangeNumber(
    store,
    workspaceId,
    (last) =>
      inTransaction(
        store,
        async (session) => {
          await closeGate();
          const without = await changeTypesIn(
            store,
            branch,
            { by, change: (types) => types.filter((type) => !names.includes(type.name)) },
            session,
          );
          let first = last - total + 1;
          for (const [index, name] of names.entries()) {
            await removeRecords(store, branch, { name, first, expected: counts[index]!, by }, session);
            first += numbers[index]!;
          }
          await alongside?.(session, last);
          return without;
        },
        { timeoutMs: deadWriterTimeoutMs, readConcern: 'local' },
      ),
    total,
  );
  sweepLater(store, workspaceId, readableAfterMs);
  return changed;
}

/** Replaces the collection of a type by an empty one, and logs each record, or all of many as one entry. */
async function removeRecords(
  store: Store,
  branch: Branch,
  { name: type, first, expected, by }: { name: string; first: number; expected: number; by: string },
  session: ClientSession,
): Promise<void> {
  const { workspaceId } = branch;
  const entry = await findCollection(store, branch, type, session);
  if (entry === null) return;
  const at = new Date();
  const ids = slotIds(entry);
  if (expected > maxChangedAtOnce) {
    const tick = await raiseCounter(store, branch, type, { session, records: 0 });
    const logged = { kind: 'bulk', work: 'remove', count: expected, fields: [] } as const;
    await addChange(store, branch, { ...logged, fields: [], number: first, type, by, at, ...tick }, session);
  } else {
    const records = await recordsIn(store, workspaceId, entry.collection).find({}, { session }).toArray();
    if (records.length > expected) {
      const detail = `Records of "${type}" were written while the type was being removed: try again.`;
      throw new Problem('unavailable', detail, { retryAfterSeconds: 1 });
    }
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
    { $set: { collection, epoch: entry.epoch + 1 }, $unset: { typeMark: true, fieldIndexes: true, gateUntil: true } },
    { session },
  );
  await retire(store, workspaceId, { ids: [entry.collection], kind: 'collection', afterMs: readableAfterMs }, session);
}
