import {
  MongoBulkWriteError,
  MongoServerError,
  type Collection,
  type Document,
  type OptionalUnlessRequiredId,
  type WriteError,
} from 'mongodb';
import { isStoreUnavailable } from './unavailable.ts';

/**
 * The writes of an unordered bulk that failed. The others are durable: the server has waited for them.
 * @throws the error itself if it may concern all of them
 */
export function failuresOf(error: unknown): WriteError[] {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  // Empty if a write concern failed, even if some rows were duplicates: the others may not be durable.
  const failures = [error.writeErrors].flat();
  if (failures.length === 0) throw error;
  return failures;
}

/** Whether the driver itself refused a bulk, because a document is too large: nothing was sent. */
export function isRefusedUnsent(error: unknown): boolean {
  return !(error instanceof MongoServerError) && !isStoreUnavailable(error);
}

/**
 * Inserts documents with one write. Returns whether each was inserted; one that was not, because there is one with its
 * key or because it is too large, leaves the others alone.
 */
export function inserter<Row extends Document>(
  collection: () => Collection<Row>,
): (rows: OptionalUnlessRequiredId<Row>[]) => Promise<boolean[]> {
  return async (rows) => {
    try {
      await collection().insertMany(rows, { ordered: false });
      return rows.map(() => true);
    } catch (error) {
      if (isRefusedUnsent(error)) return rows.map(() => false);
      const failed = new Set(failuresOf(error).map(({ index }) => index));
      return rows.map((_, index) => !failed.has(index));
    }
  };
}
