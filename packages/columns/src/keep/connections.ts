import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnDatabase } from '../tables/database.ts';

/** Connections to the embedded database, used again and again. */
export interface Connections {
  take(): Promise<DuckDBConnection>;
  /** Ends the transaction of a connection and keeps it for others. */
  giveBack(connection: DuckDBConnection): Promise<void>;
  use<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result>;
  close(): void;
}

export function createConnections(database: ColumnDatabase): Connections {
  const idle: DuckDBConnection[] = [];
  const all = new Set<DuckDBConnection>();
  const take = async () => {
    const known = idle.pop();
    if (known) return known;
    const made = await database.connect();
    all.add(made);
    return made;
  };
  return {
    take,
    async giveBack(connection) {
      await connection.run('ROLLBACK');
      idle.push(connection);
    },
    async use(work) {
      const connection = await take();
      try {
        return await work(connection);
      } finally {
        idle.push(connection);
      }
    },
    close() {
      for (const connection of all) connection.closeSync();
      all.clear();
    },
  };
}
