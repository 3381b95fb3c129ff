import { ObjectId } from 'mongodb';

/** Clocks of processes may differ, and a row may be written some time after its id was made. */
const earlierSeconds = 3_600;

/**
 * An id that was made before those of all rows since a moment. Ids begin with the time of their making: a read from there
 * on does not look at older rows.
 */
export function idBefore(since: Date): string {
  return ObjectId.createFromTime(Math.max(0, Math.floor(since.getTime() / 1000) - earlierSeconds)).toHexString();
}
