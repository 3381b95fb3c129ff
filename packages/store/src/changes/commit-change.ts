import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import type { ObjectId } from 'mongodb';
import type { ClientSession, Collection } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { addChange, withChangeNumber, type RecordChange } from './change-log.ts';
import { findCollection, makeCollection, type CollectionEntry } from '../collections/collections.ts';
import { addSigns } from '../collections/add-signs.ts';
import { createSignCollector } from '../collections/number-signs.ts';
import { withProblems } from '../database/problem-from.ts';
import { recordsIn, type RecordDocument } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import { inTransaction } from '../database/transaction.ts';
import { raiseCounter } from '../collections/write-counter.ts';

/** What the work of a change can use. The work runs in a transaction and may run more than once. */
export interface ChangeContext {
  records: Collection<RecordDocument>;
  /** Where the records are stored. */
  entry: CollectionEntry;
  session: ClientSession;
  /** The number of the change. */
  number: number;
  at: Date;
}

/** The effect of a change on one record. */
export interface ChangedRecord {
  kind: RecordChange['kind'];
  id: ObjectId;
  before: RecordDocument | null;
  after: RecordDocument | null;
  /** The versions that it continues, if `before` does not tell. */
  parents?: number[];
}

/** Makes a change; returns `null` if there is nothing to change. May run more than once. */
export type ChangeWork = (context: ChangeContext) => Promise<ChangedRecord | null>;

const gatePollMs = 20;

/**
 * Changes one record. Writes the record, its entry in the change log and the write counter in one transaction. If
 * `work` returns `null`, nothing is logged.
 */
export async function commitChange(
  store: Store,
  branch: Branch,
  { type, by }: { type: string; by: string },
  work: ChangeWork,
): Promise<void> {
  const commit = (number: number) =>
    withCollection(store, branch, type, async ({ records, session, entry }) => {
      const context = { records, entry, session, number, at: new Date() };
      await makeChange(store, branch, { type, by }, { context, work });
    });
  await withProblems(() => withChangeNumber(store, branch.workspaceId, commit));
}

/**
 * Adds a change to an open transaction. The collection of the type must exist, and `number` must be taken from the
 * change log before the transaction.
 */
export async function joinChange(
  store: Store,
  branch: Branch,
  { type, by, number }: { type: string; by: string; number: number },
  { session, work }: { session: ClientSession; work: ChangeWork },
): Promise<void> {
  const entry = await findCollection(store, branch, type, session);
  if (!entry) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  const records = recordsIn(store, branch.workspaceId, entry.collection);
  const context = { records, entry, session, number, at: new Date() };
  await makeChange(store, branch, { type, by }, { context, work });
}

async function makeChange(
  store: Store,
  branch: Branch,
  { type, by }: { type: string; by: string },
  { context, work }: { context: ChangeContext; work: ChangeWork },
): Promise<void> {
  const { entry, session, number, at } = context;
  const changed = await work(context);
  if (!changed) return;
  if (changed.after) {
    const collector = createSignCollector();
    collector.note(changed.after);
    await addSigns(store, branch.workspaceId, entry, { found: collector.found(), session });
  }
  const delta = (changed.after ? 1 : 0) - (changed.before ? 1 : 0);
  const tick = await raiseCounter(store, branch, type, { session, records: delta });
  await addChange(store, branch, { number, type, by, at, ...changed, ...tick }, session);
}

/** The collection of a type, as read in the transaction. */
interface OpenCollection extends Pick<ChangeContext, 'records' | 'session'> {
  entry: CollectionEntry;
}

/**
 * Runs work in a transaction on the collection of a type. Creates the collection if needed, and waits while the records
 * move.
 */
export async function withCollection(
  store: Store,
  branch: Branch,
  type: string,
  work: (context: OpenCollection) => Promise<void>,
): Promise<void> {
  for (;;) {
    const outcome = await inTransaction(store, async (session) => {
      const entry = await findCollection(store, branch, type, session);
      if (!entry) return 'no collection';
      if (entry.gateUntil && entry.gateUntil > new Date()) return 'gate closed';
      await work({ records: recordsIn(store, branch.workspaceId, entry.collection), session, entry });
      return 'done';
    });
    if (outcome === 'done') return;
    if (outcome === 'no collection') await makeCollection(store, branch, type);
    else await pause(gatePollMs);
  }
}
