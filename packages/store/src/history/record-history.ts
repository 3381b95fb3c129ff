import type { Document, ObjectId } from 'mongodb';
import { changeIndexes, type MergeChangeDocument, type RecordChangeDocument } from '../changes/change-log.ts';
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
  before: RecordDocument | null;
  after: RecordDocument | null;
  /** The merge or revert that made it. */
  commit?: string;
}

/** The changes of a record up to now, newest first. Its creation by an import is not among them. */
export async function readRecordHistory(
  find: Finder,
  branchId: string,
  { type, id }: { type: string; id: ObjectId },
): Promise<PastChange[]> {
  const { above } = await readLineage(find, branchId);
  const branchIds = [branchId, ...above.map((one) => one.branchId)];
  const filter: Document = { id, type, branchId: { $in: branchIds } };
  const entries = await find<RecordChangeDocument>(changeIndexes.collection, { filter });
  const rows = await find<MergedChangeDocument>(mergedChangeIndexes.collection, { filter });
  const bulks = await find<MergeChangeDocument>(changeIndexes.collection, {
    filter: { branchId: { $in: branchIds }, number: { $in: rows.map(({ number }) => number) } },
  });
  const merged = rows.flatMap((row) => {
    const bulk = bulks.find((one) => one.branchId === row.branchId && one.number === row.number);
    return bulk ? [{ ...row, ...pick(bulk) }] : [];
  });
  const isKnown = (entry: { branchId: string; type: string; slot: number; tick: number }) => {
    const copied = above.find((one) => one.branchId === entry.branchId);
    return copied === undefined || isInState(copied.state, entry);
  };
  return [...entries, ...merged]
    .filter(isKnown)
    .toSorted((one, other) => orderOf(other) - orderOf(one))
    .map((entry) => {
      const { number, kind, by, at, before, after } = entry;
      const commit = 'commit' in entry ? { commit: entry.commit } : {};
      return { number, kind, by, at, before, after, ...commit };
    });
}

function pick({ by, at, slot, tick, commit }: MergeChangeDocument) {
  return { by, at, slot, tick, commit };
}

/** Changes of one record are in the order of its revisions; a deletion comes after that of the record. */
function orderOf({ before, after }: Pick<PastChange, 'before' | 'after'>): number {
  return after?.revision ?? (before?.revision ?? 0) + 0.5;
}
