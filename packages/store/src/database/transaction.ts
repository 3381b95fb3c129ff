import type { ClientSession } from 'mongodb';
import { problemFrom } from './problem-from.ts';
import type { Store } from './store.ts';

const transactionTimeoutMs = 30_000;

/**
 * Timeout for a transaction that conflicts with every writer of a type. A writer whose process died holds its locks on
 * the server for a minute (`transactionLifetimeLimitSeconds`).
 */
export const deadWriterTimeoutMs = 90_000;

export interface TransactionOptions {
  /** A transaction that creates a collection needs `local`. */
  readConcern?: 'snapshot' | 'local';
  /** How long to retry; default 30 seconds. */
  timeoutMs?: number;
}

/**
 * Runs the work in one transaction over one snapshot. It retries after a write conflict, so the work may run more than
 * once. Commits are acknowledged by a majority and its journal.
 * @throws Problem `unavailable` if no attempt succeeded in time.
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
