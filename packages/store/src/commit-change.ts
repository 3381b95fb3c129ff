import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectId } from 'mongodb';
import type { ClientSession, Collection } from 'mongodb';
import type { Branch } from './branches.ts';
import { addChange, nextChangeNumber, type RecordChange } from './change-log.ts';
import { findCollection, makeCollection } from './collections.ts';
import { withProblems } from './problem-from.ts';
import { recordsIn, type RecordDocument } from './record-document.ts';
import type { Store } from './store.ts';
import { inTransaction } from './transaction.ts';
import { raiseCounter } from './write-counter.ts';

/** What the work of a change may use; it runs in a transaction and may be run again. */
export interface ChangeContext {
  records: Collection<RecordDocument>;
  session: ClientSession;
  /** The number of the change. */
  number: number;
  at: Date;
}

/** What one change did to one record. */
export interface ChangedRecord {
  kind: RecordChange['kind'];
  id: ObjectId;
  before: RecordDocument | null;
  after: RecordDocument | null;
}

const gatePollMs = 20;

/**
 * Makes one change to one record: the record, its entry in the change log and the write counter in one transaction.
 * Work that gives `null` changed nothing and leaves no entry.
 */
export async function commitChange(
  store: Store,
  branch: Branch,
  { type, by }: { type: string; by: string },
  work: (context: ChangeContext) => Promise<ChangedRecord | null>,
): Promise<void> {
  const number = await withProblems(() => nextChangeNumber(store, branch.workspaceId));
  await withCollection(store, branch, type, async ({ records, session }) => {
    const at = new Date();
    const changed = await work({ records, session, number, at });
    if (!changed) return;
    const delta = (changed.after ? 1 : 0) - (changed.before ? 1 : 0);
    const tick = await raiseCounter(store, branch, type, { session, records: delta });
    await addChange(store, branch, { number, type, by, at, ...changed, ...tick }, session);
  });
}

/** Runs work in a transaction on the collection of a type, which is made if needed; waits while the records move. */
export async function withCollection(
  store: Store,
  branch: Branch,
  type: string,
  work: (context: Pick<ChangeContext, 'records' | 'session'>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const outcome = await inTransaction(store, async (session) => {
      const entry = await findCollection(store, branch, type, session);
      if (!entry) return 'no collection';
      if (entry.gateUntil && entry.gateUntil > new Date()) return 'gate closed';
      await work({ records: recordsIn(store, branch.workspaceId, entry.collection), session });
      return 'done';
    });
    if (outcome === 'done') return;
    if (outcome === 'no collection') await makeCollection(store, branch, type);
    else await pause(gatePollMs);
  }
}
