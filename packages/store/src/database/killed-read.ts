import { MongoServerError } from 'mongodb';

/** `QueryPlanKilled`. */
const planKilled = 175;

/**
 * Whether a read was ended because something was dropped that it walked: an index that was switched off, or a collection.
 * The same read without it gives the same, so it is to be made again.
 */
export function isKilledRead(error: unknown): boolean {
  return error instanceof MongoServerError && Number(error.code) === planKilled;
}

/**
 * Reads, and reads again where an index went meanwhile, until the deadline. The read is given the milliseconds that are
 * left, and looks up its collection itself: that may be another by then.
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
