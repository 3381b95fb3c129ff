import { MongoServerError } from 'mongodb';

/** MongoDB error `QueryPlanKilled`. */
const planKilled = 175;

/**
 * Whether a read ended because an index or collection it was walking was dropped. The read can be retried: without the
 * index it returns the same.
 */
export function isKilledRead(error: unknown): boolean {
  return error instanceof MongoServerError && Number(error.code) === planKilled;
}

/**
 * Runs a read and retries it after a dropped index, until the deadline. The read gets the remaining milliseconds and
 * must look up its collection itself, because the records may have moved.
 */
export async function readDespiteDrops<Result>(
  deadlineAt: number,
  read: (timeLeftMs: number) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await read(Math.max(1, deadlineAt - Date.now()));
    } catch (error) {
      if (!isKilledRead(error) || Date.now() >= deadlineAt) throw error;
    }
  }
}
