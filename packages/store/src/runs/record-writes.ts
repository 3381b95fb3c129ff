import type { ClientSession, Collection } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { typeOf } from '../collections/hidden-types.ts';
import type { RecordRow } from '../collections/record-document.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import { insertRecord, patchRecord, removeRecord } from '../records/write-record.ts';
import type { StepKey } from './step-results.ts';

/** A change of one record by a step of a run. */
export type RecordWrite =
  | { kind: 'create'; type: string; fields: Record<string, unknown> }
  | { kind: 'update'; type: string; id: string; fields: Record<string, unknown> }
  | { kind: 'delete'; type: string; id: string };

interface RecordWriteDocument {
  /** The run, step and item: a step writes once, whichever workers run it. */
  _id: string;
  workspaceId: string;
  /** The number of the change; absent in copies, and in rows of older versions. */
  change?: number;
  /** The record as JSON text: its keys are not ours. */
  record: string;
  at: Date;
  expiresAt: Date;
}

const keptMs = 90 * 86_400_000;

export const recordWriteIndexes: CollectionIndexes = {
  collection: 'record_writes',
  indexes: [
    { key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 },
    { key: { workspaceId: 1, change: 1 }, name: 'change' },
  ],
};

const writes = (store: Store): Collection<RecordWriteDocument> =>
  store.system.collection(recordWriteIndexes.collection);

/**
 * Writes a record for a step of a run, once: the change and a row that says so are one transaction, and a step that
 * runs again gets the record of its first time. `requireRoom` refuses it before it is written. Returns the record as written, or as it was before its deletion.
 * @throws Problem `not_found` for the type or the record, `invalid_record`
 */
export async function writeRecordOnce(
  store: Store,
  branch: Branch,
  { key, by, requireRoom }: { key: StepKey; by: string; requireRoom?: () => Promise<unknown> },
  write: RecordWrite,
): Promise<RecordRow> {
  const _id = `${key.runId}:${key.stepId}:${key.item}`;
  const known = await writes(store).findOne({ _id });
  if (known !== null) return JSON.parse(known.record) as RecordRow;
  await requireRoom?.();
  let written: RecordRow | undefined;
  const type = typeOf(branch, write.type);
  const how = {
    ...{ type, by },
    alongside: async (session: ClientSession, row: RecordRow, change: number) => {
      written = row;
      const at = new Date();
      const expiresAt = new Date(at.getTime() + keptMs);
      const { workspaceId } = key;
      await writes(store).insertOne(
        { _id, workspaceId, change, record: JSON.stringify(row), at, expiresAt },
        { session },
      );
    },
  };
  try {
    if (write.kind === 'create') await insertRecord(store, branch, how, write);
    else if (write.kind === 'update') await patchRecord(store, branch, how, write);
    else await removeRecord(store, branch, how, write);
  } catch (error) {
    // Another worker may have written meanwhile; then this one has lost, and its transaction left nothing behind.
    const other = await writes(store).findOne({ _id });
    if (other === null) throw error;
    return JSON.parse(other.record) as RecordRow;
  }
  return written!;
}

/** The run that made a change of a workspace by its number; null if no run did. */
export async function findWritingRun(store: Store, workspaceId: string, change: number): Promise<string | null> {
  const row = await writes(store).findOne({ workspaceId, change }, { projection: { _id: 1 } });
  return row === null ? null : row._id.slice(0, row._id.indexOf(':'));
}

/** Copies what the steps of a run have written, so that another run does not write it again. */
export async function copyRecordWrites(store: Store, fromRunId: string, runId: string): Promise<void> {
  const rows = await writes(store)
    .find({ _id: { $gte: `${fromRunId}:`, $lt: `${fromRunId};` } })
    .toArray();
  // Another run made the change itself.
  const copies = rows.map(({ _id, workspaceId, record, at, expiresAt }) => ({
    ...{ workspaceId, record, at, expiresAt },
    _id: `${runId}${_id.slice(fromRunId.length)}`,
  }));
  if (copies.length > 0) await writes(store).insertMany(copies);
}
