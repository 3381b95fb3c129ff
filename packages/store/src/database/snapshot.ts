import { Long, type ClientSession, type Db, type Document, type Timestamp } from 'mongodb';
import type { Store } from './store.ts';

/** A snapshot of a workspace's database: all its reads see the same state. MongoDB keeps it for five minutes. */
export interface Snapshot {
  db: Db;
  /** Absent if reads cannot share a snapshot: each read then sees the newest majority-committed state. */
  time?: Timestamp;
}

export interface SnapshotReadOptions {
  maxTimeMS?: number;
  /** Also ends the operation on the server. */
  signal?: AbortSignal;
}

interface CursorReply<Row> {
  cursor: { id: Long | number; firstBatch?: Row[]; nextBatch?: Row[]; atClusterTime?: Timestamp };
}

/** Opens a snapshot of the present state. */
export async function openSnapshot(store: Store, workspaceId: string): Promise<Snapshot> {
  const { db, time } = await openSnapshotWith(store, workspaceId, {
    find: 'branches',
    projection: { _id: 1 },
    ...{ limit: 1, singleBatch: true },
  });
  return { db, time };
}

/**
 * Opens a snapshot with a first `find` or `aggregate` in it, whose rows must fit in its first batch. Saves a round trip.
 */
export async function openSnapshotWith<Row = Document>(
  store: Store,
  workspaceId: string,
  command: Document,
): Promise<Snapshot & { rows: Row[] }> {
  const db = store.workspaceDb(workspaceId);
  const { cursor } = (await db.command({ ...command, readConcern: { level: 'snapshot' } })) as CursorReply<Row>;
  return { db, time: cursor.atClusterTime, rows: cursor.firstBatch! };
}

/** Runs a `find` or `aggregate` command in the snapshot and returns all its rows. */
export async function readInSnapshot<Row = Document>(
  snapshot: Snapshot,
  command: Document,
  { maxTimeMS, signal }: SnapshotReadOptions = {},
): Promise<Row[]> {
  const { db } = snapshot;
  return db.client.withSession({ causalConsistency: false }, async (session) => {
    const { cursor } = (await db.command(atSnapshot(snapshot, command, maxTimeMS), {
      session,
      signal,
    })) as CursorReply<Row>;
    return allBatches(snapshot, cursor, { session, signal, collection: String(command.find ?? command.aggregate) });
  });
}

/** Runs a `find` command in the snapshot and gives its rows batch by batch. */
export async function* batchesInSnapshot<Row = Document>(
  snapshot: Snapshot,
  command: { find: string; batchSize: number } & Document,
): AsyncGenerator<Row[]> {
  const { db } = snapshot;
  const session = db.client.startSession({ causalConsistency: false });
  try {
    let { cursor } = (await db.command(atSnapshot(snapshot, command), { session })) as CursorReply<Row>;
    yield cursor.firstBatch!;
    while (!longOf(cursor.id).isZero()) {
      const more = { getMore: longOf(cursor.id), collection: command.find, batchSize: command.batchSize };
      ({ cursor } = (await db.command(more, { session })) as CursorReply<Row>);
      yield cursor.nextBatch!;
    }
  } finally {
    await session.endSession();
  }
}

/** Adds the read concern of the snapshot to a command. */
export function atSnapshot({ time }: Snapshot, command: Document, maxTimeMS?: number): Document {
  const readConcern = time ? { level: 'snapshot', atClusterTime: time } : { level: 'majority' };
  return { ...command, readConcern, ...(maxTimeMS === undefined ? {} : { maxTimeMS }) };
}

async function allBatches<Row>(
  { db }: Snapshot,
  first: CursorReply<Row>['cursor'],
  { session, signal, collection }: { session: ClientSession; signal?: AbortSignal; collection: string },
): Promise<Row[]> {
  const batches = [first.firstBatch!];
  let id = longOf(first.id);
  while (!id.isZero()) {
    const { cursor } = (await db.command({ getMore: id, collection }, { session, signal })) as CursorReply<Row>;
    batches.push(cursor.nextBatch!);
    id = longOf(cursor.id);
  }
  return batches.flat();
}

const longOf = (id: Long | number): Long => (typeof id === 'number' ? Long.fromNumber(id) : id);
