import { BSON, ObjectId, type AnyBulkWriteOperation } from 'mongodb';
import { kindOf } from '../changes/log-records.ts';
import type { MergedChangeDocument } from '../changes/merged-changes.ts';
import { createSignCollector, type NumberSigns } from '../collections/number-signs.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { ChangeCounts } from '../commits/commits.ts';
import { recordLimitBytes } from '../records/write-record.ts';
import { Problem } from '@tallyhook/schemas';
import type { Outcome } from './outcomes.ts';

/** What all records have in common that a merge or revert writes. */
export interface MergedChange {
  branchId: string;
  type: string;
  number: number;
  by: string;
  at: Date;
}

/** The writes of outcomes: to the collection of the records, and to the log. */
export interface OutcomeWrites {
  writes: AnyBulkWriteOperation<RecordDocument>[];
  rows: MergedChangeDocument[];
  signs: NumberSigns;
}

export function writesOf(outcomes: readonly Outcome[], change: MergedChange): OutcomeWrites {
  const writes: AnyBulkWriteOperation<RecordDocument>[] = [];
  const rows: MergedChangeDocument[] = [];
  const signs = createSignCollector();
  for (const outcome of outcomes) {
    const { id, into: before, parents } = outcome;
    const after = afterOf(outcome, change);
    if (after) {
      signs.note(after);
      writes.push({ replaceOne: { filter: { _id: id }, replacement: after, upsert: true } });
    } else if (before) writes.push({ deleteOne: { filter: { _id: id } } });
    const { branchId, type, number } = change;
    rows.push({ _id: new ObjectId(), branchId, type, number, kind: kindOf(before, after), id, before, after, parents });
  }
  return { writes, rows, signs: signs.found() };
}

function afterOf(
  { id, into, from, fields, lastRevision }: Outcome,
  { number, by, at, type }: MergedChange,
): RecordDocument | null {
  if (fields === null) return null;
  const { createdAt, createdBy } = (into ?? from)!;
  const after = {
    _id: id,
    revision: Math.max(into?.revision ?? 0, from?.revision ?? 0, into ? 0 : lastRevision) + 1,
    change: number,
    ...{ createdAt, createdBy, updatedAt: at, updatedBy: by },
    ...fields,
  } as RecordDocument;
  if (BSON.calculateObjectSize(after) <= recordLimitBytes) return after;
  const detail = `The record "${id.toHexString()}" of type "${type}" would be larger than 1 MiB with the changes of both branches: shorten it on one of them first.`;
  throw new Problem('invalid_record', detail);
}

/** Counts what people see of outcomes. */
export function countOutcomes(kinds: Iterable<Outcome['kind']>): ChangeCounts {
  const counts = { created: 0, updated: 0, deleted: 0 };
  for (const kind of kinds) {
    if (kind === 'create') counts.created += 1;
    if (kind === 'update') counts.updated += 1;
    if (kind === 'delete') counts.deleted += 1;
  }
  return counts;
}

/** How many records outcomes add; negative if they remove more. */
export function addedBy({ created, deleted }: ChangeCounts): number {
  return created - deleted;
}
