import type { ClientSession } from 'mongodb';
import { problemFrom } from './problem-from.ts';
import type { Store } from './store.ts';

const transactionTimeoutMs = 30_000;

/**
 * For a transaction that collides with every writer of a type: one whose process died holds its place on the server for
 * a minute (`transactionLifetimeLimitSeconds`).
 */
export const outlivesDeadWritersMs = 90_000;

export interface TransactionOptions {
  /** A transaction that makes a collection needs `local`. */
  readConcern?: 'snapshot' | 'local';
  /** For how long it is tried; 30 seconds. */
  timeoutMs?: number;
}

/**
 * Runs the work in one transaction over one snapshot; whoever collides with another writer begins again, so the work
 * may run more than once. Commits are acknowledged by a majority and its journal. Throws Problem `unavailable` when no
 * attempt came through in time.
 */
export async function inTransaction<Result>(
  store: Store,
  work: (session: ClientSession) => Promise<Result>,
  { readConcern = 'snapshot', timeoutMs = transactionTimeoutMs }: TransactionOptions = {},
): Promise<Result> {
  try {
    return await store.client.withSession({ causalConsistency: false }, (session) =>
      session.withTransaction(() => work(session), {
        readConcern: { level: readConcern },
        writeConcern: { w: 'majority', journal: true },
        timeoutMS: timeoutMs,
      }),
    );
  } catch (error) {
    throw problemFrom(error);
  }
}
