import type { DuckDBConnection, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { tableNames, typeOfColumn, type Codes, type Column, type ColumnTable } from './column-table.ts';
import { hasOddLetters } from '../compile/contains-text.ts';
import { select } from './database.ts';
import { columnValue, columnValues, type ColumnValue, type StoredId } from './stored-values.ts';

/** A record as MongoDB stores it; the kept fields are enough. */
export type StoredRecord = { _id: Pick<StoredId, 'id'> } & Record<string, unknown>;

/** Loaded with the database. */
const duckdb = () => import('@duckdb/node-api');
/** The rows of one chunk of the database. */
const chunkRows = 2_048;

/** Creates the table of a type, and those of its list fields. */
export async function createTable(connection: DuckDBConnection, { name, columns }: ColumnTable): Promise<void> {
  const own = [...columns.values()].filter(({ links }) => links === undefined);
  const defined = own.map((column) => `${column.name} ${typeOfColumn(column)}`);
  const place = ['r BIGINT', 'head BIGINT', 'tail BIGINT'];
  await connection.run(`CREATE TABLE ${name} (${[...place, ...defined].join(', ')})`);
  for (const column of columns.values()) {
    const { links, codes } = column;
    if (links) await connection.run(`CREATE TABLE ${links} (r BIGINT, v ${typeOfColumn(column)})`);
    if (codes?.table) await connection.run(`CREATE TABLE ${codes.table} (c UINTEGER, head BIGINT, tail BIGINT)`);
  }
}

export async function dropTable(connection: DuckDBConnection, kept: ColumnTable): Promise<void> {
  for (const table of tableNames(kept)) await connection.run(`DROP TABLE IF EXISTS ${table}`);
}

/** A field has more different values than there are codes. */
export class TooManyValues extends Error {
  readonly field: string;

  constructor(field: string, max: number) {
    super(`The field "${field}" has more than ${max} different values.`);
    this.field = field;
  }
}

/**
 * Adds records, with the numbers of their rows from `first` on.
 * @throws TooManyValues
 */
export async function addRows(
  connection: DuckDBConnection,
  { name, columns }: ColumnTable,
  { records, first }: { records: readonly StoredRecord[]; first: number },
): Promise<void> {
  const types = await duckdb();
  const typeOf = (column: Column): DuckDBType => types[typeOfColumn(column)];
  const rows = records.map((_, index) => BigInt(first + index));
  const own = [...columns.values()].filter(({ links }) => links === undefined);
  const values = own.map((column) =>
    records.map((record) => note(column, columnValue(column.field, record[column.field.name]))),
  );
  const halves = records.map(({ _id }) => halvesOf(_id.id));
  const place = [rows, halves.map(({ head }) => head), halves.map(({ tail }) => tail)];
  const placeTypes = [types.BIGINT, types.BIGINT, types.BIGINT];
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
  for (const { codes } of columns.values()) if (codes?.table) await addCodes(connection, codes, codes.table);
}

/** Adds the codes that the table lacks: those of rows that were given up are there only in memory. */
async function addCodes(connection: DuckDBConnection, codes: Codes, table: string): Promise<void> {
  const { values } = codes;
  if (codes.saved === values.length) return;
  const { UINTEGER, BIGINT } = await duckdb();
  const [count] = await select(connection, { sql: `SELECT count(*)::DOUBLE AS n FROM ${table}`, values: [] });
  // The first code stands for no value.
  const from = Number(count!.n) + 1;
  const added = values.slice(from).map((id) => halvesOf(Buffer.from(id!, 'hex')));
  const numbers = added.map((_, index) => from + index);
  await append(
    connection,
    table,
    [UINTEGER, BIGINT, BIGINT],
    [numbers, added.map(({ head }) => head), added.map(({ tail }) => tail)],
  );
  codes.saved = values.length;
}

/** Gives up what was added or removed since the transaction began. */
export async function rollBack(connection: DuckDBConnection, { columns }: ColumnTable): Promise<void> {
  await connection.run('ROLLBACK');
  for (const { codes } of columns.values()) if (codes) codes.saved = undefined;
}

/** Removes records by their ids; returns how many there were. */
export async function removeRows(
  connection: DuckDBConnection,
  { name, columns }: ColumnTable,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { BIGINT } = await duckdb();
  const wanted = ids.map((id) => halvesOf(Buffer.from(id, 'hex')));
  await connection.run('CREATE OR REPLACE TEMP TABLE wanted (head BIGINT, tail BIGINT)');
  const halves = [wanted.map(({ head }) => head), wanted.map(({ tail }) => tail)];
  await append(connection, 'temp.main.wanted', [BIGINT, BIGINT], halves);
  const rows = `SELECT t.r FROM ${name} t JOIN wanted w ON w.tail = t.tail AND w.head = t.head`;
  const links = [...columns.values()].flatMap(({ links }) => links ?? []);
  const from = (table: string) => `DELETE FROM ${table} WHERE r IN (SELECT r FROM gone)`;
  await connection.run([`CREATE OR REPLACE TEMP TABLE gone AS ${rows}`, ...links.map(from)].join('; '));
  const { rowsChanged } = await connection.run(from(name));
  await connection.run('DROP TABLE temp.gone; DROP TABLE temp.wanted');
  return rowsChanged;
}

/**
 * An id as two numbers, which are found and added several times faster than a text. The last eight bytes differ nearly
 * always.
 */
function halvesOf(bytes: Uint8Array): { head: bigint; tail: bigint } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { head: BigInt(view.getUint32(0)), tail: view.getBigInt64(4) };
}

/** Notes what compiling questions depends on, and returns the value as the database takes it. */
function note(column: Column, value: ColumnValue | null): DuckDBValue {
  if (value === null) return column.codes ? 0 : null;
  if (column.codes) return codeOf(column, column.codes, String(value));
  if (typeof value === 'string' && !column.mayBeOdd) column.mayBeOdd = hasOddLetters(value);
  if (typeof value !== 'number' || column.field.kind === 'number') return value;
  column.span.low = Math.min(column.span.low, value);
  column.span.high = Math.max(column.span.high, value);
  return BigInt(value);
}

function codeOf({ field }: Column, { values, places, max }: Codes, value: string): number {
  const known = places.get(value);
  if (known !== undefined) return known;
  if (values.length > max) throw new TooManyValues(field.name, max);
  places.set(value, values.length);
  return values.push(value) - 1;
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
  const [name, schema, database] = table.split('.').toReversed();
  const appender = await connection.createAppender(name!, schema, database);
  for (let from = 0; from < count; from += chunkRows) {
    const chunk = DuckDBDataChunk.create(columnTypesOfTable, Math.min(chunkRows, count - from));
    chunk.setColumns(columns.map((values) => values.slice(from, from + chunkRows)));
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}
