/**
 * Compares questions answered from columns with MongoDB's plans, with DuckDB in process and, if one runs, with Directus:
 * `npm run bench -- columns [--tickets=N] [--save]`. Directus is found by DIRECTUS_URL, DIRECTUS_TOKEN and DIRECTUS_PG.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '@tallyhook/schemas';
import { openSession } from '@tallyhook/store/people';
import type { Speed } from '@tallyhook/schemas/api';
import { createCalls, perSecond, type Calls } from './columns/calls.ts';
import { columnCases, type ColumnCase } from './columns/cases.ts';
import { openFloor, type Floor } from './columns/duckdb.ts';
import { fillFlights, fillTickets } from './data/fill.ts';
import { ticketCount } from './data/tickets.ts';
import { withEngines } from './engines.ts';
import { markdownTable, median, ratio, shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { directusPlace, fillDirectus } from './peers/directus.ts';
import { startProcess, type RunningProcess } from './processes.ts';
import { publish } from './publish.ts';
import { startApi } from './start-api.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

const tickets = Number(process.argv.find((one) => one.startsWith('--tickets='))?.slice(10) ?? ticketCount);
const isUsual = tickets === ticketCount;
const rounds = 15;
/** A way that takes this long is measured five times only. */
const slowMs = 1_000;
const callers = 8;
const memoryMiB = Math.max(256, Math.ceil(tickets / 4_000));
/** Values of a changed record and of a page of changes. */
const [changes, changesInOne] = [1_000, 500];

interface Ways {
  columns: Calls;
  pipeline: Calls;
  roundTrip: Calls;
  floor: Floor;
  directus: Calls | undefined;
}

/** What the ways to answer one question took, in milliseconds, and how many answers a second eight callers got. */
interface Measured {
  one: ColumnCase;
  columns: number[];
  pipeline: number[];
  roundTrip: number[];
  floor: number[];
  directus: number[];
  perSecond: { columns: number; directus: number };
}

const load = currentLoad();
await withEngines(async (engines) => {
  const workspace = await makeWorkspace(engines.mongodbUri);
  const place = directusPlace(process.env);
  const directus = place && (await fillDirectus(place, tickets));
  await fillTickets(workspace, tickets);
  if (isUsual) await fillFlights(workspace);
  const floor = await openFloor(tickets);
  const started: RunningProcess[] = [];
  try {
    const start = async (columns: string) => {
      const api = await startApi(engines, workspace, { name: columns, settings: { TALLYHOOK_COLUMNS: columns } });
      started.push(api);
      const url = `http://127.0.0.1:${api.ready.port}`;
      const headers = { authorization: `Bearer ${workspace.key}` };
      const calls = createCalls(url, { headers, connections: callers });
      await whenAnswered(calls);
      return { url, calls };
    };
    const bare = await startProcess({
      file: 'bench/columns/round-trip.ts',
      environment: {},
      logPath: join(engines.folder, 'round-trip.log'),
    });
    started.push(bare);
    const withColumns = await start(String(memoryMiB));
    const ways: Ways = {
      columns: withColumns.calls,
      pipeline: (await start('off')).calls,
      roundTrip: createCalls(`http://127.0.0.1:${bare.ready.port}`, { headers: {}, connections: 1 }),
      ...{ floor, directus },
    };
    for (const calls of [ways.columns, ways.pipeline]) await warm(calls);
    const { token } = await openSession(workspace.store, { personId: workspace.personId, now: new Date() });
    const headers = { cookie: `tallyhook_session=${token}` };
    const owner = createCalls(withColumns.url, { headers, connections: 1 });
    const built = await build(ways.columns, { owner, workspace });
    const measured: Measured[] = [];
    for (const one of columnCases) if (isUsual || one.sql !== undefined) measured.push(await measure(one, ways));
    const changed = await change(ways.columns);
    await publish(
      isUsual ? 'columns' : `columns of ${tickets.toLocaleString('en')}`,
      report(measured, { built, changed, hasDirectus: directus !== undefined }),
    );
  } finally {
    for (const one of started) await one.stop();
    floor.close();
    directus?.close();
    await workspace.store.close();
  }
});
// Idle connections would keep this process.
process.exit(0);

async function ask(calls: Calls, question: object): Promise<Answer> {
  return JSON.parse(await calls.send('POST', '/api/query', question)) as Answer;
}

/** Says which engine answers a question, and why columns do not. */
async function explain(calls: Calls, question: object): Promise<{ maker: string; whyNotColumns?: string }> {
  const answer = JSON.parse(await calls.send('POST', '/api/query?explain=1', question)) as {
    meta: { plan: { maker: string; whyNotColumns?: string } };
  };
  return answer.meta.plan;
}

async function whenAnswered(calls: Calls): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return void (await ask(calls, { type: 'bench_ticket' }));
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    }
  }
}

/** A fresh process is some milliseconds slower, since its code is compiled during use. */
async function warm(calls: Calls): Promise<void> {
  for (let asked = 0; asked < 2_000; asked += 1)
    await ask(calls, { type: asked % 2 === 0 ? 'bench_person' : 'bench_label' });
}

/** The number of all records needs no columns, nor do few records. */
function isKnown(why: string): boolean {
  return /known without reading|has few records/.test(why);
}

interface Built {
  seconds: number;
  kept: NonNullable<Speed['columns']>['types'];
}

/** Asks until all questions are answered from columns; returns how long reading the tickets with all fields took. */
async function build(calls: Calls, { owner, workspace }: { owner: Calls; workspace: Workspace }): Promise<Built> {
  const questions = columnCases.filter((one) => isUsual || one.sql !== undefined);
  // The first questions are about one field each; the last build has them all.
  let seconds = 0;
  for (const { question, name } of questions) {
    let builtFrom: number | undefined;
    for (let tries = 0; ; tries += 1) {
      const { maker, whyNotColumns = '' } = await explain(calls, question);
      if (maker === 'columns' || isKnown(whyNotColumns)) break;
      if (/being built/.test(whyNotColumns)) builtFrom ??= performance.now();
      if (tries === 3_000) throw new Error(`Columns did not answer ${name}: ${whyNotColumns}`);
      await pause(20);
    }
    if (builtFrom !== undefined && question.type === 'bench_ticket') seconds = (performance.now() - builtFrom) / 1_000;
  }
  // Speed is for people who may tune, not for keys.
  const { columns } = JSON.parse(await owner.send('GET', `/api/speed?workspace=${workspace.workspaceId}`)) as Speed;
  return { seconds, kept: columns!.types };
}

async function measure(one: ColumnCase, ways: Ways): Promise<Measured> {
  const { question, sql, directus } = one;
  const works: [keyof Omit<Measured, 'one' | 'perSecond'>, () => Promise<unknown>][] = [
    ['columns', () => ask(ways.columns, question)],
    ['pipeline', () => ask(ways.pipeline, question)],
    ['roundTrip', () => ways.roundTrip.send('POST', '/', question)],
  ];
  if (sql !== undefined) works.push(['floor', () => ways.floor.ask(sql)]);
  const peer = ways.directus;
  const askPeer = directus !== undefined && peer ? () => peer.send('GET', encodeURI(`/items/${directus}`)) : undefined;
  if (askPeer) works.push(['directus', askPeer]);
  await compareCounts(one, ways);
  const took: Measured = {
    ...{
      one,
      columns: [],
      pipeline: [],
      roundTrip: [],
      floor: [],
      directus: [],
      perSecond: { columns: 0, directus: 0 },
    },
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, work] of works) {
      if (round >= 5 && median(took[way]) > slowMs) continue;
      // An untimed run of the same kind first.
      await work();
      const from = performance.now();
      await work();
      took[way].push(performance.now() - from);
    }
  }
  took.perSecond.columns = await perSecond(() => ask(ways.columns, question), callers);
  if (askPeer) took.perSecond.directus = await perSecond(askPeer, callers);
  console.error(`${one.name}: ${shown(median(took.columns))} ms`);
  return took;
}

/** Fails unless columns, MongoDB and DuckDB count the same. */
async function compareCounts({ name, question, sql }: ColumnCase, { columns, pipeline, floor }: Ways): Promise<void> {
  const { maker, whyNotColumns = '' } = await explain(columns, question);
  if (maker !== 'columns' && !isKnown(whyNotColumns)) throw new Error(`${name} was answered by ${maker}.`);
  const [one, other] = [await ask(columns, question), await ask(pipeline, question)];
  if (JSON.stringify(one.rows) !== JSON.stringify(other.rows)) throw new Error(`${name}: the numbers differ.`);
  if (sql === undefined) return;
  const numbers = (await floor.ask(sql)).map((row) => Number(row.at(-1))).filter((number) => number > 0);
  // Tickets without a label are a group of ours.
  const named = one.rows.filter(({ key }) => Object.values(key).every((value) => value !== null));
  const counted = one.rows.length > 0 ? named.map((row) => ({ ...row, key: undefined })) : [one.overall];
  const ours = counted
    .map((values) => Number(Object.values(values).find((value) => typeof value === 'number')))
    .filter((number) => number > 0);
  const sorted = (all: number[]) => JSON.stringify(all.sort((a, b) => a - b));
  if (sorted(numbers) !== sorted(ours))
    throw new Error(`${name}: DuckDB counts ${sorted(numbers)}, we ${sorted(ours)}.`);
}

/** How long the answer after many changes takes, and the one after that. */
async function change(calls: Calls): Promise<{ nextMs: number; laterMs: number }> {
  const byStatus = columnCases[1]!.question;
  const times: { nextMs: number; laterMs: number }[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < 5; round += 1) {
    for (let changed = 0; changed < changes; changed += changesInOne) {
      const search = new URLSearchParams({
        type: 'bench_ticket',
        limit: String(changesInOne),
        ...(cursor && { cursor }),
      });
      const page = JSON.parse(await calls.send('GET', `/api/records?${search}`)) as {
        records: { id: string; revision: number }[];
        nextCursor: string;
      };
      cursor = page.nextCursor;
      const fields = { status: 'review', title: `Changed ${round}` };
      const edits = page.records.map(({ id, revision }) => ({ do: 'update', id, revision, fields }));
      await calls.send('POST', '/api/records/batch?type=bench_ticket', { changes: edits });
    }
    const timed = async () => {
      const from = performance.now();
      await ask(calls, byStatus);
      return performance.now() - from;
    };
    times.push({ nextMs: await timed(), laterMs: await timed() });
  }
  return {
    nextMs: median(times.map(({ nextMs }) => nextMs)),
    laterMs: median(times.map(({ laterMs }) => laterMs)),
  };
}

function report(
  measured: readonly Measured[],
  { built, changed, hasDirectus }: { built: Built; changed: { nextMs: number; laterMs: number }; hasDirectus: boolean },
): string {
  const limit = ({ floor, roundTrip }: Measured) => 3 * (median(floor) + median(roundTrip));
  const rows = measured.map((one) => [
    one.one.name,
    shown(median(one.columns)),
    shown(median(one.pipeline)),
    ratio(median(one.pipeline), median(one.columns)),
    one.floor.length > 0 ? shown(median(one.floor)) : '–',
    one.floor.length > 0 ? `${shown(limit(one))}: ${median(one.columns) <= limit(one) ? 'yes' : 'no'}` : '–',
    ...(hasDirectus
      ? [
          one.directus.length > 0 ? shown(median(one.directus)) : '–',
          one.directus.length > 0 ? ratio(median(one.directus), median(one.columns)) : '–',
        ]
      : []),
    one.perSecond.columns.toFixed(0),
    ...(hasDirectus ? [one.directus.length > 0 ? `${one.perSecond.directus.toFixed(0)}` : '–'] : []),
  ]);
  const head = [
    ...['question', 'columns', 'MongoDB', 'ratio', 'DuckDB', '3 × (DuckDB + round trip)'],
    ...(hasDirectus ? ['Directus', 'ratio'] : []),
    `answers/s, ${callers} callers`,
    ...(hasDirectus ? ['Directus'] : []),
  ];
  const ratios = measured
    .filter(({ directus }) => directus.length > 0)
    .map((one) => median(one.directus) / median(one.columns));
  const ticket = built.kept.find(({ type }) => type === 'bench_ticket')!;
  return [
    describeMachine(load),
    `${tickets.toLocaleString('en')} tickets. Columns and MongoDB: POST /api/query with a key to two api processes, with ` +
      'TALLYHOOK_COLUMNS on and off. DuckDB: the same rows in the measuring process, without HTTP, with numbers as ids. ' +
      `A bare HTTP round trip of the same size takes ${shown(median(measured.flatMap(({ roundTrip }) => roundTrip)))} ms. ` +
      `Milliseconds, medians of ${rounds} alternating runs (5 above a second), each after an untimed one; the numbers of ` +
      'columns, MongoDB and DuckDB were compared first.',
    markdownTable(head, rows),
    [
      ...(ratios.length > 0
        ? [`- Directus / columns: median ${shown(median(ratios))}, least ${shown(Math.min(...ratios))}.`]
        : []),
      `- Building the columns of ${ticket.records.toLocaleString('en')} tickets with ${ticket.fields.length} fields took ${shown(built.seconds)} s in the background.`,
      `- They take ${(ticket.sizeBytes / 1e6).toFixed(1)} MB: ${(ticket.sizeBytes / ticket.records).toFixed(1)} bytes for each record, ${(ticket.sizeBytes / ticket.records / (ticket.fields.length + 1)).toFixed(1)} for each value.`,
      `- The answer after ${changes.toLocaleString('en')} changed tickets took ${shown(changed.nextMs)} ms, the next one ${shown(changed.laterMs)} ms (tickets by status).`,
    ].join('\n'),
  ].join('\n\n');
}
