import type { Document, ObjectId } from 'mongodb';
import {
  changeIndexes,
  type BulkChangeDocument,
  type MergeChangeDocument,
  type RecordChangeDocument,
} from '../changes/change-log.ts';
import { earlierValueIndexes, type EarlierValue } from '../changes/earlier-values.ts';
import type { CollectionEntry } from '../collections/collections.ts';
import { mergedChangeIndexes, type MergedChangeDocument } from '../changes/merged-changes.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import { readLineage } from './lineages.ts';
import { isInState } from './states.ts';

/** One change of a record, on the branch itself or on one that it was copied from. */
export interface PastChange {
  number: number;
  kind: 'create' | 'update' | 'delete';
  by: string;
  at: Date;
  slot: number;
  tick: number;
  before: RecordDocument | null;
  after: RecordDocument | null;
  /** The merge or revert that made it. */
  commit?: string;
}

/** The changes of a record up to now, newest first. Its creation by an import is not among them. */
export async function readPastChanges(
  find: Finder,
  branchId: string,
  { type, id }: { type: string; id: ObjectId },
): Promise<PastChange[]> {
  const { above } = await readLineage(find, branchId);
  const branchIds = [branchId, ...above.map((one) => one.branchId)];
  const filter: Document = { id, type, branchId: { $in: branchIds } };
  const entries = await find<RecordChangeDocument>(changeIndexes.collection, { filter });
  const rows = await find<MergedChangeDocument>(mergedChangeIndexes.collection, { filter });
  const converted = await find<EarlierValue>(earlierValueIndexes.collection, {
    filter: { 'before._id': id, branchId: { $in: branchIds } },
  });
  const many = await find<MergeChangeDocument | BulkChangeDocument>(changeIndexes.collection, {
    filter: { branchId: { $in: branchIds }, number: { $in: [...rows, ...converted].map(({ number }) => number) } },
  });
  const merged = [...rows, ...converted.map((row) => ({ ...row, type, kind: 'update' as const, after: null }))].flatMap(
    (row) => {
      const entry = many.find((one) => one.branchId === row.branchId && one.number === row.number);
      const kind = entry?.kind === 'bulk' && entry.work === 'remove' ? ('delete' as const) : row.kind;
      return entry ? [{ ...row, kind, ...pick(entry) }] : [];
    },
  );
  const isKnown = (entry: { branchId: string; type: string; slot: number; tick: number }) => {
    const copied = above.find((one) => one.branchId === entry.branchId);
    return copied === undefined || isInState(copied.state, entry);
  };
  const past = [...entries, ...merged].filter(isKnown).toSorted((one, other) => orderOf(other) - orderOf(one));
  const now = past.some(isConverted) ? await readNow(find, branchId, { type, id }) : null;
  return past.map((entry, index) => {
    const { number, kind, by, at, slot, tick, before, after } = entry;
    const commit = 'commit' in entry ? { commit: entry.commit } : {};
    // What a record was converted to is what the next change found.
    const found = isConverted(entry) ? (index === 0 ? now : past[index - 1]!.before) : after;
    return { number, kind, by, at, slot, tick, before, after: found, ...commit };
  });
}

const isConverted = ({ kind, after }: Pick<PastChange, 'kind' | 'after'>) => kind === 'update' && after === null;

async function readNow(
  find: Finder,
  branchId: string,
  { type, id }: { type: string; id: ObjectId },
): Promise<RecordDocument | null> {
  const [entry] = await find<CollectionEntry>('collections', { filter: { _id: `${branchId}/${type}` } });
  const [now] = entry ? await find<RecordDocument>(entry.collection, { filter: { _id: id } }) : [];
  return now ?? null;
}

function pick({ by, at, slot, tick, ...entry }: MergeChangeDocument | BulkChangeDocument) {
  return { by, at, slot, tick, ...(entry.kind === 'merge' && { commit: entry.commit }) };
}

/** Changes of one record are in the order of its revisions; a deletion comes after that of the record. */
function orderOf({ kind, before, after }: Pick<PastChange, 'kind' | 'before' | 'after'>): number {
  return after?.revision ?? (before?.revision ?? 0) + (kind === 'delete' ? 0.5 : 1);
}
