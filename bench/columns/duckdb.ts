import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { makeTickets } from '../data/tickets.ts';

/** The same tickets in a DuckDB of this process, with its own types and small numbers as ids. */
export interface Floor {
  ask(sql: string): Promise<unknown[][]>;
  close(): void;
}

const none = null;
/** DuckDB counts instants in microseconds. */
const micros = (date: Date | undefined) => (date === undefined ? none : BigInt(date.getTime()) * 1_000n);

export async function openFloor(count: number): Promise<Floor> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  await connection.run("ATTACH ':memory:' AS floor (COMPRESS)");
  await connection.run('USE floor');
  await connection.run(
    'CREATE TABLE ticket (r INTEGER, title VARCHAR, status VARCHAR, priority VARCHAR, estimate DOUBLE, done BOOLEAN, opened_at TIMESTAMP, due_at TIMESTAMP, assignee INTEGER)',
  );
  await connection.run('CREATE TABLE ticket_label (r INTEGER, label INTEGER)');
  await fill(connection, count);
  await connection.run('CHECKPOINT floor');
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowsJS(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function fill(connection: DuckDBConnection, count: number): Promise<void> {
  const { DuckDBTimestampValue } = await import('@duckdb/node-api');
  const tickets = await connection.createAppender('ticket');
  const labels = await connection.createAppender('ticket_label');
  let row = 0;
  for (const ticket of makeTickets(count)) {
    tickets.appendInteger(row);
    tickets.appendVarchar(ticket.title);
    tickets.appendVarchar(ticket.status);
    tickets.appendVarchar(ticket.priority);
    if (ticket.estimate === undefined) tickets.appendNull();
    else tickets.appendDouble(ticket.estimate);
    tickets.appendBoolean(ticket.done);
    for (const at of [micros(ticket.openedAt), micros(ticket.dueAt)]) {
      if (at === null) tickets.appendNull();
      else tickets.appendTimestamp(new DuckDBTimestampValue(at));
    }
    tickets.appendInteger(ticket.assignee);
    tickets.endRow();
    for (const label of ticket.labels) {
      labels.appendInteger(row);
      labels.appendInteger(label);
      labels.endRow();
    }
    row += 1;
  }
  tickets.closeSync();
  labels.closeSync();
}
