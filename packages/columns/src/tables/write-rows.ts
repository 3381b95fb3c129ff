import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { Column, ColumnTable } from './column-table.ts';
import { hasOddLetters } from '../compile/contains-text.ts';
import { columnTypes, columnValue, columnValues, type ColumnValue, type StoredId } from './stored-values.ts';

/** A record as MongoDB stores it; the kept fields are enough. */
export type StoredRecord = { _id: Pick<StoredId, 'toHexString'> } & Record<string, unknown>;

/** Loaded with the database. */
const duckdb = () => import('@duckdb/node-api');
/** The rows of one chunk of the database. */
const chunkRows = 2_048;

/** Creates the table of a type, and those of its list fields. */
export async function createTable(connection: DuckDBConnection, { name, columns }: ColumnTable): Promise<void> {
  const own = [...columns.values()].filter(({ links }) => links === undefined);
  const defined = own.map((column) => `${column.name} ${columnTypes[column.field.kind]}`);
  const place = ['r BIGINT', 'id VARCHAR', 'head BIGINT', 'tail BIGINT'];
  await connection.run(`CREATE TABLE ${name} (${[...place, ...defined].join(', ')})`);
  for (const { links, field } of columns.values())
    if (links) await connection.run(`CREATE TABLE ${links} (r BIGINT, v ${columnTypes[field.kind]})`);
}

export async function dropTable(connection: DuckDBConnection, { name, columns }: ColumnTable): Promise<void> {
  for (const table of [name, ...[...columns.values()].flatMap(({ links }) => links ?? [])])
    await connection.run(`DROP TABLE IF EXISTS ${table}`);
}

/** Adds records, with the numbers of their rows from `first` on. */
export async function addRows(
  connection: DuckDBConnection,
  { name, columns }: ColumnTable,
  { records, first }: { records: readonly StoredRecord[]; first: number },
): Promise<void> {
  const types = await duckdb();
  const typeOf = ({ field }: Column): DuckDBType => types[columnTypes[field.kind]];
  const rows = records.map((_, index) => BigInt(first + index));
  const own = [...columns.values()].filter(({ links }) => links === undefined);
  const values = own.map((column) =>
    records.map((record) => note(column, columnValue(column.field, record[column.field.name]))),
  );
  const ids = records.map(({ _id }) => _id.toHexString());
  const halves = ids.map(halvesOf);
  const place = [rows, ids, halves.map(({ head }) => head), halves.map(({ tail }) => tail)];
  const placeTypes = [types.BIGINT, types.VARCHAR, types.BIGINT, types.BIGINT];
  await append(connection, name, [...placeTypes, ...own.map(typeOf)], [...place, ...values]);
  for (const column of columns.values()) {
    if (column.links === undefined) continue;
    const linked: [bigint[], DuckDBValue[]] = [[], []];
    records.forEach((record, index) => {
      const values = columnValues(column.field, record[column.field.name]);
      for (const value of values.length === 0 ? [null] : values) {
        linked[0].push(rows[index]!);
        linked[1].push(note(column, value));
      }
    });
    await append(connection, column.links, [types.BIGINT, typeOf(column)], linked);
  }
}

/** Removes records by their ids; returns how many there were. */
export async function removeRows(
  connection: DuckDBConnection,
  { name, columns }: ColumnTable,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { LIST, BIGINT, listValue } = await duckdb();
  const list = (numbers: bigint[]): [DuckDBValue[], DuckDBType[]] => [[listValue(numbers)], [LIST(BIGINT)]];
  const wanted = ids.map(halvesOf);
  const known = new Set(wanted.map(({ head, tail }) => `${head} ${tail}`));
  const found = await connection.runAndReadAll(
    `SELECT r, head, tail FROM ${name} WHERE tail IN (SELECT unnest($1))`,
    ...list(wanted.map(({ tail }) => tail)),
  );
  const rows = (found.getRowsJS() as bigint[][])
    .filter(([, head, tail]) => known.has(`${head} ${tail}`))
    .map(([row]) => row!);
  if (rows.length === 0) return 0;
  for (const table of [name, ...[...columns.values()].flatMap(({ links }) => links ?? [])])
    await connection.run(`DELETE FROM ${table} WHERE r IN (SELECT unnest($1))`, ...list(rows));
  return rows.length;
}

/** An id as two numbers, which are found several times faster than a text. The last eight bytes differ nearly always. */
function halvesOf(id: string): { head: bigint; tail: bigint } {
  return { head: BigInt(`0x${id.slice(0, 8)}`), tail: BigInt.asIntN(64, BigInt(`0x${id.slice(8)}`)) };
}

/** Notes what compiling questions depends on, and returns the value as the database takes it. */
function note(column: Column, value: ColumnValue | null): DuckDBValue {
  if (value === null) return null;
  if (typeof value === 'string' && !column.mayBeOdd) column.mayBeOdd = hasOddLetters(value);
  if (typeof value !== 'number' || column.field.kind === 'number') return value;
  column.span.low = Math.min(column.span.low, value);
  column.span.high = Math.max(column.span.high, value);
  return BigInt(value);
}

async function append(
  connection: DuckDBConnection,
  table: string,
  columnTypesOfTable: readonly DuckDBType[],
  columns: readonly (readonly DuckDBValue[])[],
): Promise<void> {
  const count = columns[0]!.length;
  if (count === 0) return;
  const { DuckDBDataChunk } = await duckdb();
  const appender = await connection.createAppender(table);
  for (let from = 0; from < count; from += chunkRows) {
    const chunk = DuckDBDataChunk.create(columnTypesOfTable, Math.min(chunkRows, count - from));
    chunk.setColumns(columns.map((values) => values.slice(from, from + chunkRows)));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
