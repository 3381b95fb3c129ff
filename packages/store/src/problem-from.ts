import { Problem } from '@tallyhook/schemas';
import { MongoError, MongoServerError } from 'mongodb';
import { isStoreUnavailable } from './unavailable.ts';

const diskFull = 14031;
const timedOut = new Set(['MongoWaitQueueTimeoutError', 'MongoOperationTimeoutError', 'MongoTopologyClosedError']);

/**
 * What an error of the database means to whoever asked: Problem `unavailable` where the same request may succeed later.
 * Anything else comes back as it was.
 */
export function problemFrom(error: unknown): unknown {
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerError && error.code === diskFull) {
    return unavailable('The disk of the database is full: free some space, then try again.', error);
  }
  const passing =
    isStoreUnavailable(error) || timedOut.has(error.name) || error.hasErrorLabel('TransientTransactionError');
  return passing ? unavailable('The database did not answer in time: try again in a moment.', error) : error;
}

function unavailable(detail: string, cause: unknown): Problem {
  return new Problem('unavailable', detail, { retryAfterSeconds: 2, cause });
}
