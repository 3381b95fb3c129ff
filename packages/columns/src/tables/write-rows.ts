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
  await connection.run(`CREATE TABLE ${name} (${['r BIGINT', 'id VARCHAR', ...defined].join(', ')})`);
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
  await append(connection, name, [types.BIGINT, types.VARCHAR, ...own.map(typeOf)], [rows, ids, ...values]);
  for (const column of columns.values()) {
    if (column.links === undefined) continue;
    const linked: [bigint[], DuckDBValue[]] = [[], []];
    records.forEach((record, index) => {
      for (const value of columnValues(column.field, record[column.field.name])) {
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
  const places = ids.map((_, index) => `$${index + 1}`).join(', ');
  for (const { links } of columns.values())
    if (links)
      await connection.run(`DELETE FROM ${links} WHERE r IN (SELECT r FROM ${name} WHERE id IN (${places}))`, [...ids]);
  const { rowsChanged } = await connection.run(`DELETE FROM ${name} WHERE id IN (${places})`, [...ids]);
  return rowsChanged;
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
