import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { makeTickets, assigneeCount, labelCount } from '../data/tickets.ts';
import { createCalls, type Calls } from '../columns/calls.ts';

/** A running Directus with an empty project, and the PostgreSQL database that it uses. */
export interface DirectusPlace {
  /** `DIRECTUS_URL`. */
  url: string;
  /** `DIRECTUS_TOKEN`, the static token of an administrator. */
  token: string;
  /** `DIRECTUS_PG`, a connection address for `psql`. */
  postgres: string;
}

export function directusPlace({ DIRECTUS_URL, DIRECTUS_TOKEN, DIRECTUS_PG }: NodeJS.ProcessEnv) {
  if (!DIRECTUS_URL || !DIRECTUS_TOKEN || !DIRECTUS_PG) return undefined;
  return { url: DIRECTUS_URL, token: DIRECTUS_TOKEN, postgres: DIRECTUS_PG };
}

const createTables = `
DROP TABLE IF EXISTS ticket_label, ticket, label, person;
CREATE TABLE person (id integer PRIMARY KEY, name text);
CREATE TABLE label (id integer PRIMARY KEY, name text);
CREATE TABLE ticket (id integer PRIMARY KEY, title text, status text, priority text, estimate double precision, done boolean,
  opened_at timestamptz, due_at timestamptz, assignee_id integer REFERENCES person);
CREATE TABLE ticket_label (id serial PRIMARY KEY, ticket_id integer REFERENCES ticket, label_id integer REFERENCES label);
`;

/** The indexes that make the questions of the measurement fast. */
const addIndexes = `
CREATE INDEX ON ticket (status);
CREATE INDEX ON ticket (status, opened_at, priority);
CREATE INDEX ON ticket (assignee_id, estimate);
CREATE INDEX ON ticket (status, assignee_id);
CREATE INDEX ON ticket (opened_at, status);
CREATE INDEX ON ticket_label (label_id);
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX ON ticket USING gin (title gin_trgm_ops);
VACUUM ANALYZE ticket;
VACUUM ANALYZE ticket_label;
`;

/** Fills Directus with the tickets, with indexes, and returns calls that may read them. */
export async function fillDirectus({ url, token, postgres }: DirectusPlace, count: number): Promise<Calls> {
  await psql(postgres, createTables);
  await copy(postgres, 'person (id, name)', numbered('Person', assigneeCount));
  await copy(postgres, 'label (id, name)', numbered('Label', labelCount));
  const columns = 'id, title, status, priority, estimate, done, opened_at, due_at, assignee_id';
  await copy(postgres, `ticket (${columns})`, ticketRows(count));
  await copy(postgres, 'ticket_label (ticket_id, label_id)', labelRows(count));
  await psql(postgres, addIndexes);
  const calls = createCalls(url, { headers: { authorization: `Bearer ${token}` }, connections: 8 });
  const known = JSON.parse(await calls.send('GET', '/collections')) as {
    data: { collection: string; meta: unknown }[];
  };
  // A table becomes readable once it has metadata.
  for (const { collection, meta } of known.data)
    if (['person', 'label', 'ticket', 'ticket_label'].includes(collection) && meta === null)
      await calls.send('PATCH', `/collections/${collection}`, { meta: { hidden: false } });
  await calls.send('POST', '/utils/cache/clear');
  return calls;
}

function* numbered(name: string, count: number): Generator<string> {
  for (let number = 1; number <= count; number += 1) yield `${number},${name} ${number}\n`;
}

function* ticketRows(count: number): Generator<string> {
  let id = 0;
  for (const { title, status, priority, estimate = '', done, openedAt, dueAt, assignee } of makeTickets(count)) {
    const dates = `${openedAt.toISOString()},${dueAt?.toISOString() ?? ''}`;
    yield `${(id += 1)},${title},${status},${priority},${estimate},${done},${dates},${assignee}\n`;
  }
}

function* labelRows(count: number): Generator<string> {
  let id = 0;
  for (const { labels } of makeTickets(count)) {
    id += 1;
    for (const label of labels) yield `${id},${label}\n`;
  }
}

const psql = (postgres: string, sql: string) => runPsql(postgres, ['-f', '-'], [sql]);
const copy = (postgres: string, table: string, rows: Iterable<string>) =>
  runPsql(postgres, ['-c', `COPY ${table} FROM STDIN WITH (FORMAT csv)`], rows);

async function runPsql(postgres: string, args: readonly string[], input: Iterable<string>): Promise<void> {
  const child = spawn('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', ...args, postgres], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  let text = '';
  for (const line of input) {
    text += line;
    if (text.length < 1_000_000) continue;
    if (!child.stdin.write(text)) await once(child.stdin, 'drain');
    text = '';
  }
  child.stdin.end(text);
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`psql ended with code ${code}.`);
}
