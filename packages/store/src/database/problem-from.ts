import { Problem } from '@tallyhook/schemas';
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { isKilledRead } from './killed-read.ts';
import { isStoreUnavailable } from './unavailable.ts';

const diskFull = 14031;
const timeExpired = [50, 262];
const notConfirmed = 64;
/** The time limit of a question or a list in the database. */
export const readLimitMs = 8_000;
const noAnswer = 'The database did not answer in time: try again in a moment.';
const timedOut = new Set(['MongoWaitQueueTimeoutError', 'MongoOperationTimeoutError', 'MongoTopologyClosedError']);

/**
 * Maps a database error to a Problem: `unavailable` if the same request may succeed later, `query_timeout` if a read
 * took too long. Returns any other error unchanged.
 */
export function problemFrom(error: unknown): unknown {
  if (!(error instanceof MongoError)) return isStoreUnavailable(error) ? unavailable(noAnswer, error) : error;
  if (error instanceof MongoServerError && error.code === diskFull) {
    return unavailable('The database disk is full: free some space, then try again.', error);
  }
  if (error instanceof MongoServerError && timeExpired.includes(Number(error.code))) {
    const detail = `Reading took longer than ${readLimitMs / 1000} seconds: request less at once.`;
    return new Problem('query_timeout', detail, { members: { limitMs: readLimitMs }, cause: error });
  }
  if (isUnconfirmed(error)) {
    return unavailable('No majority of the database confirmed the change in time: try again in a moment.', error);
  }
  if (isKilledRead(error)) {
    return unavailable(
      'An index or the records were replaced while they were being read: try again in a moment.',
      error,
    );
  }
  const isTransient =
    isStoreUnavailable(error) || timedOut.has(error.name) || error.hasErrorLabel('TransientTransactionError');
  return isTransient ? unavailable(noAnswer, error) : error;
}

/** Runs work and maps its database errors to Problems. */
export async function withProblems<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw problemFrom(error);
  }
}

/** Whether a write was done but may be lost, because its write concern failed. It may fail on duplicate keys as well. */
function isUnconfirmed(error: MongoError): boolean {
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError() !== undefined) return true;
  return error.code === notConfirmed;
}

function unavailable(detail: string, cause: unknown): Problem {
  return new Problem('unavailable', detail, { retryAfterSeconds: 2, cause });
}
