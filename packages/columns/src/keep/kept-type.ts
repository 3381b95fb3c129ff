import type { DuckDBConnection } from '@duckdb/node-api';
import type { Field } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import type { Moment } from '@tallyhook/store/collections';
import { readFedChanges, readFedRecords, type FeedState } from '@tallyhook/store/feeds';
import { layOutTable, type ColumnTable } from '../tables/column-table.ts';
import { compress } from '../tables/database.ts';
import { addRows, createTable, dropTable, removeRows, rollBack, TooManyValues } from '../tables/write-rows.ts';

/** The columns of one type of a branch, exactly as its records were in a state. */
export interface KeptType {
  type: string;
  table: ColumnTable;
  state: FeedState;
  /** How many rows were ever added: the number of the next one. */
  nextRow: number;
  records: number;
  /** How many rows were added or removed since its memory was last compressed. */
  changed: number;
  /** When a question was last answered from it, in milliseconds since 1970. */
  usedAt: number;
  answers: number;
  /** How much longer its answers would have taken without columns. */
  savedMs: number;
}

/** Rows are three to five times as large before they are compressed. */
const rowsPerCompression = 200_000;
/** More changes than this at once are slower to apply than to read all records. */
export const maxChangesApplied = 20_000;

interface Place {
  connection: DuckDBConnection;
  store: Store;
  branch: Branch;
  moment: Moment;
}

/** What is read of a type. */
interface Built {
  type: string;
  name: string;
  fields: readonly Field[];
  state: FeedState;
  /** How many different values a field that is kept as numbers may have. */
  maxCodes: number;
}

/**
 * Reads the fields of all records of a type at a moment into a new table.
 * @throws TooManyValues
 */
export async function buildType(
  { connection, store, branch, moment }: Place,
  { type, name, fields, state, maxCodes }: Built,
): Promise<KeptType> {
  const table = layOutTable(name, fields, { maxCodes });
  await createTable(connection, table);
  const unused = { changed: 0, usedAt: Date.now(), answers: 0, savedMs: 0 };
  const kept = { type, table, state, nextRow: 0, records: 0, ...unused };
  if (state.collection === null) return kept;
  const fed = { type, collection: state.collection, fields: fields.map((field) => field.name) };
  try {
    for await (const records of readFedRecords(store, branch, fed, moment)) {
      await addRows(connection, table, { records, first: kept.nextRow });
      kept.nextRow += records.length;
      const isFull =
        Math.floor(kept.nextRow / rowsPerCompression) >
        Math.floor((kept.nextRow - records.length) / rowsPerCompression);
      if (isFull) await compress(connection);
    }
    await compress(connection);
  } catch (error) {
    await dropTable(connection, table);
    throw error;
  }
  return { ...kept, records: kept.nextRow };
}

/**
 * Brings a kept type to a later state. Returns false if that takes as long as building it again; it is then unchanged.
 */
export async function catchUp(
  { connection, store, branch, moment }: Place,
  kept: KeptType,
  state: FeedState,
): Promise<boolean> {
  const { type, table } = kept;
  if (state.collection === null) return false;
  const fed = { type, collection: state.collection, fields: [...table.columns.keys()] };
  const given = { after: kept.state, upTo: state, moment, max: maxChangesApplied };
  const changes = await readFedChanges(store, branch, fed, given);
  if (changes === undefined) return false;
  await connection.run('BEGIN');
  try {
    const removed = await removeRows(connection, table, changes.ids);
    await addRows(connection, table, { records: changes.records, first: kept.nextRow });
    await connection.run('COMMIT');
    kept.nextRow += changes.records.length;
    kept.records += changes.records.length - removed;
    kept.changed += changes.records.length + removed;
    kept.state = state;
  } catch (error) {
    await rollBack(connection, table);
    if (error instanceof TooManyValues) return false;
    throw error;
  }
  return true;
}

/** How a state relates to that of a kept type. A state of another collection is neither. */
export function compareStates(kept: FeedState, state: FeedState): 'same' | 'later' | 'earlier' | 'other' {
  if (kept.collection !== state.collection) return 'other';
  const isSame = state.slots.every((slot, index) => slot === kept.slots[index]);
  if (isSame) return 'same';
  const isLater = state.slots.every((slot, index) => slot >= kept.slots[index]!);
  return isLater ? 'later' : 'earlier';
}
