import type { ClientSession } from 'mongodb';
import { earlierValues, type EarlierValue } from '../changes/earlier-values.ts';
import { keepEarlier, type KeptChange } from '../changes/keep-earlier.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import { recordsIn } from '../collections/record-document.ts';
import { readSlots } from '../collections/write-counter.ts';
import { findInSession } from '../database/finder.ts';
import { openSnapshot } from '../database/snapshot.ts';
import type { Store } from '../database/store.ts';
import { idsOfMissed, missedChanges } from '../moving/catch-up.ts';

/** Keeps all records of a collection, which are to be removed at once. Returns the write counter at that moment. */
export async function keepRemoved(
  store: Store,
  workspaceId: string,
  { entry, change }: { entry: CollectionEntry; change: KeptChange },
): Promise<number[]> {
  const snapshot = await openSnapshot(store, workspaceId);
  const { slots } = await readSlots(snapshot, entry);
  await keepEarlier(snapshot, { from: entry.collection, match: {}, ...change });
  return slots;
}

/** Keeps the records that were written since, in the transaction that removes them. */
export async function keepMissed(
  store: Store,
  workspaceId: string,
  { entry, change, slots }: { entry: CollectionEntry; change: KeptChange; slots: number[] },
  session: ClientSession,
): Promise<void> {
  const find = findInSession(store, workspaceId, session);
  const missed = await missedChanges(find, entry, slots);
  if (missed.length === 0) return;
  const { ids, imports } = await idsOfMissed(find, entry.branchId, missed);
  const touched = [{ _id: { $in: ids } }, { change: { $in: imports } }];
  const records = recordsIn(store, workspaceId, entry.collection).find({ $or: touched }, { session });
  const rowId = (id: { toHexString(): string }) => `${change.number}/${id.toHexString()}`;
  const rows: EarlierValue[] = [];
  for await (const before of records) rows.push({ _id: rowId(before._id), ...change, before });
  const kept = earlierValues(store, workspaceId);
  await kept.deleteMany({ _id: { $in: [...ids.map(rowId), ...rows.map(({ _id }) => _id)] } }, { session });
  if (rows.length > 0) await kept.insertMany(rows, { session });
}
