import type { ClientSession } from 'mongodb';
import { problemFrom } from './problem-from.ts';
import type { Store } from './store.ts';

const transactionTimeoutMs = 30_000;

/**
 * Runs the work in one transaction over one snapshot; whoever collides with another writer begins again, so the work
 * may run more than once. Commits are acknowledged by a majority and its journal. Throws Problem `unavailable` when no
 * attempt came through within 30 seconds. A transaction that makes a collection needs the read concern `local`.
 */
export async function inTransaction<Result>(
  store: Store,
  work: (session: ClientSession) => Promise<Result>,
  { readConcern = 'snapshot' }: { readConcern?: 'snapshot' | 'local' } = {},
): Promise<Result> {
  try {
    return await store.client.withSession({ causalConsistency: false }, (session) =>
      session.withTransaction(() => work(session), {
        readConcern: { level: readConcern },
        writeConcern: { w: 'majority', journal: true },
        timeoutMS: transactionTimeoutMs,
      }),
    );
  } catch (error) {
    throw problemFrom(error);
  }
}
