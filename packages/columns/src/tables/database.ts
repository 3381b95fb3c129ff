import type { DuckDBConnection } from '@duckdb/node-api';
import type { Statement } from '../compile/sql.ts';
import type { Row } from '../compile/read-table.ts';

/** The embedded database. It is only ever a copy, so it lives in memory, compressed. */
export interface ColumnDatabase {
  connect(): Promise<DuckDBConnection>;
  close(): void;
}

export interface ColumnDatabaseOptions {
  /** How much memory it may use, in MiB. */
  memoryMiB: number;
  threads: number;
}

export async function openColumnDatabase({ memoryMiB, threads }: ColumnDatabaseOptions): Promise<ColumnDatabase> {
  // Loaded only where something is kept: it takes tens of MiB.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMiB}MiB`,
    threads: String(threads),
    // Nothing leaves the process, and nothing is loaded into it.
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
    // Otherwise it compresses while rows are added, which holds up this process; `compress` does not.
    checkpoint_threshold: '1TB',
  });
  const first = await instance.connect();
  await first.run("ATTACH ':memory:' AS kept (COMPRESS)");
  first.closeSync();
  return {
    async connect() {
      const connection = await instance.connect();
      await connection.run('USE kept');
      return connection;
    },
    close: () => instance.closeSync(),
  };
}

/** Runs a statement and returns its rows. */
export async function select(connection: DuckDBConnection, { sql, values }: Statement): Promise<Row[]> {
  // Without values, preparing is part of running.
  const result = await connection.runAndReadAll(sql, values.length === 0 ? undefined : values);
  return result.getRowObjectsJS();
}

/**
 * Compresses the rows that were added, and frees those that were removed. Returns false if that has to wait, since others
 * are reading.
 */
export async function compress(connection: DuckDBConnection): Promise<boolean> {
  try {
    await connection.run('CHECKPOINT kept');
    return true;
  } catch (error) {
    if (/cannot checkpoint/i.test(String(error))) return false;
    throw error;
  }
}

/** How much memory the database takes, in bytes. */
export async function memoryBytes(connection: DuckDBConnection): Promise<number> {
  const sql = 'SELECT sum(memory_usage_bytes)::DOUBLE AS bytes FROM duckdb_memory()';
  return Number((await select(connection, { sql, values: [] }))[0]?.bytes ?? 0);
}
