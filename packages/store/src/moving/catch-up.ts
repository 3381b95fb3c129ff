import type { AnyBulkWriteOperation, ClientSession, Collection, ObjectId } from 'mongodb';
import { changeIndexes, type ChangeDocument } from '../changes/change-log.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import { idsOfMany } from '../history/changed-ids.ts';

/** How records change on the way to another collection, because their type does. */
export interface Conversion {
  /** The same record if nothing of it changes. */
  convert: (record: RecordDocument) => RecordDocument;
  /** Keeps records as they were; may be called again with the same ones. */
  keep: (records: readonly RecordDocument[]) => Promise<void>;
  /** Called for records that were deleted meanwhile. */
  forget: (ids: readonly ObjectId[]) => void;
}

interface Applying {
  entry: CollectionEntry;
  to: Collection<RecordDocument>;
  session?: ClientSession;
  conversion?: Conversion | undefined;
}

/** The records that changes touched: by their ids, and by the numbers of the imports that made them. */
export async function idsOfMissed(
  find: Finder,
  branchId: string,
  missed: readonly MissedChange[],
): Promise<{ ids: ObjectId[]; imports: number[] }> {
  const many = missed.filter(({ kind }) => kind === 'merge' || kind === 'bulk').map(({ number }) => number);
  const ids = [...missed.flatMap(({ id }) => id ?? []), ...(await idsOfMany(find, branchId, many))];
  return { ids, imports: missed.filter(({ kind }) => kind === 'import').map(({ number }) => number) };
}

type MissedChange = Pick<ChangeDocument, 'kind' | 'number'> & { id?: ObjectId };

/** The change log entries that a copy with these write counter slots lacks. */
export async function missedChanges(find: Finder, entry: CollectionEntry, slots: number[]): Promise<MissedChange[]> {
  const { branchId, type } = entry;
  const later = slots.map((tick, slot) => ({ branchId, type, slot, tick: { $gt: tick } }));
  const projection = { kind: 1, number: 1, id: 1 };
  return find(changeIndexes.collection, { filter: { $or: later }, projection });
}

/**
 * Makes a copy equal to its original in all records that the changes touched. Reads the records rather than the
 * entries, because entry numbers do not give their order in time. Returns the ids of these records.
 */
export async function applyChanges(
  find: Finder,
  missed: readonly MissedChange[],
  { entry, to, session, conversion }: Applying,
): Promise<ObjectId[]> {
  if (missed.length === 0) return [];
  const { ids, imports } = await idsOfMissed(find, entry.branchId, missed);
  const touched = [{ _id: { $in: ids } }, ...(imports.length > 0 ? [{ change: { $in: imports } }] : [])];
  const found = await find<RecordDocument>(entry.collection, { filter: { $or: touched } });
  await conversion?.keep(found);
  const records = conversion ? found.map(conversion.convert) : found;
  const left = new Set(records.map(({ _id }) => _id.toHexString()));
  const gone = ids.filter((id) => !left.has(id.toHexString()));
  conversion?.forget(gone);
  const writes: AnyBulkWriteOperation<RecordDocument>[] = [
    ...records.map((record) => ({ replaceOne: { filter: { _id: record._id }, replacement: record, upsert: true } })),
    ...(gone.length > 0 ? [{ deleteMany: { filter: { _id: { $in: gone } } } }] : []),
  ];
  if (writes.length > 0) await to.bulkWrite(writes, { ordered: false, session });
  return [...records.map(({ _id }) => _id), ...gone];
}
