/**
 * Compares questions over HTTP with raw ways to the same numbers on the same mongod:
 * `npm run bench -- questions [--million | --tickets=N] [--save]`. With a number of tickets, asks only about these. The
 * indexes of the second half are those that Speed offers for the questions, built as its page builds them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient, type Collection, type Db, type Document } from 'mongodb';
import { openSession } from '@tallyhook/store/people';
import { createCalls } from './columns/calls.ts';
import { fillFlights, fillTickets } from './data/fill.ts';
import { ticketCount } from './data/tickets.ts';
import { withEngines } from './engines.ts';
import { allowedMs, markdownTable, median, quantile, ratio, shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { publish } from './publish.ts';
import { createAsker, type Asker } from './questions/ask.ts';
import { questionCases, type QuestionCase } from './questions/cases.ts';
import { fastestOf, measureCase, usable, type Measured } from './questions/measure.ts';
import { buildSuggestedIndexes, nameOf, type BuiltIndex } from './questions/suggested-indexes.ts';
import { startApi } from './start-api.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

/**
 * Limit for one question, with or without indexes, on an unsteady machine; on a steady one, each takes some seconds.
 */
const budgetMs = 45_000;
/** Number of small warm-up questions. */
const warmQuestions = 3_000;

const given = process.argv.find((one) => one.startsWith('--tickets='))?.slice(10);
const tickets = process.argv.includes('--million') ? 1_000_000 : Number(given ?? ticketCount);
/** Otherwise only tickets are asked about. */
const hasFlights = tickets === ticketCount;
const records = `${tickets.toLocaleString('en')} tickets${hasFlights ? ' and 336,776 flights' : ''}`;
const names: Record<number, string> = { [ticketCount]: 'questions', 1_000_000: 'questions of a million' };

const load = currentLoad();
await withEngines(async (engines) => {
  const workspace = await makeWorkspace(engines.mongodbUri);
  const client = await new MongoClient(engines.mongodbUri).connect();
  try {
    await fillTickets(workspace, tickets);
    if (hasFlights) await fillFlights(workspace);
    const db = client.db(workspace.store.workspaceDb(workspace.workspaceId).databaseName);
    // The plans of MongoDB are compared here; `columns.ts` compares columns.
    const api = await startApi(engines, workspace, { name: 'off', settings: { TALLYHOOK_COLUMNS: 'off' } });
    const asker = createAsker(api.ready.port!, workspace.key);
    try {
      await whenAnswered(asker);
      await warm(asker);
      const plain = await measureAll(asker, db, { hasIndexes: false });
      const built = await addIndexes(`http://127.0.0.1:${api.ready.port}`, workspace);
      const indexed = await measureAll(asker, db, { hasIndexes: true });
      await publish(names[tickets] ?? `questions of ${tickets}`, report(plain, { indexed, built }));
    } finally {
      asker.close();
      await api.stop();
    }
  } finally {
    await client.close();
    await workspace.store.close();
  }
});

/** The api starts serving once it has checked its indexes. */
async function whenAnswered({ ask }: Asker): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await ask({ type: 'bench_ticket' });
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await pause(100);
    }
  }
}

/** Warms up: a fresh process is some milliseconds slower, since its code is compiled during use. */
async function warm({ ask }: Asker): Promise<void> {
  for (let asked = 0; asked < warmQuestions; asked++)
    await ask({ type: asked % 2 === 0 ? 'bench_ticket' : 'bench_label' });
}

function isMeasured(type: string): boolean {
  return hasFlights || type === 'bench_ticket';
}

async function collectionOf(db: Db, type: string): Promise<Collection> {
  const entry = await db.collection<{ collection: string }>('collections').findOne({ type });
  return db.collection(entry!.collection);
}

/** Turns on what Speed offers to an administrator after the questions were asked. */
async function addIndexes(url: string, { store, workspaceId, personId }: Workspace): Promise<BuiltIndex[]> {
  const { token } = await openSession(store, { personId, now: new Date() });
  const owner = createCalls(url, { headers: { cookie: `tallyhook_session=${token}`, origin: url }, connections: 1 });
  const asked = questionCases.map(({ question }) => question).filter(({ type }) => isMeasured(type));
  try {
    return await buildSuggestedIndexes(owner, workspaceId, asked);
  } finally {
    owner.close();
  }
}

async function measureAll(asker: Asker, db: Db, { hasIndexes }: { hasIndexes: boolean }): Promise<Repeated[]> {
  const indexesOf = async (one: QuestionCase): Promise<Document[]> => {
    const found = await (await collectionOf(db, one.question.type)).indexes();
    return found.map(({ key }) => key).filter((key) => !('_id' in key));
  };
  const measure = async (one: QuestionCase): Promise<Measured> => {
    const collection = await collectionOf(db, one.question.type);
    const measured = await measureCase(one, { asker, collection, indexes: await indexesOf(one), budgetMs });
    console.error(`${one.name}${hasIndexes ? ', indexed' : ''}: ${shown(median(measured.product))} ms`);
    return measured;
  };
  const all: Repeated[] = [];
  for (const one of questionCases) {
    if (!isMeasured(one.question.type)) continue;
    if (hasIndexes && Object.keys(usable(one.indexed, await indexesOf(one))).length === 0) continue;
    all.push({ one, measured: [await measure(one)] });
  }
  // A slow phase of a shared machine lasts some seconds and can fail a row; three measurements minutes apart hardly
  // fail together.
  const over = all.filter(({ measured }) => excessOf(measured[0]!) > 1);
  for (let again = 0; again < 2; again++) for (const { one, measured } of over) measured.push(await measure(one));
  return all;
}

/** A question and its one or three measurements. */
interface Repeated {
  one: QuestionCase;
  measured: Measured[];
}

function baseOf({ raw }: Measured): number {
  return median(raw[fastestOf(raw)]!);
}

/** The product's time relative to the allowed time. */
function excessOf(one: Measured): number {
  return median(one.product) / allowedMs(baseOf(one));
}

/** The measurement that counts: the median of three. */
function middleOf({ measured }: Repeated): Measured {
  return measured.toSorted((one, other) => excessOf(one) - excessOf(other))[measured.length >> 1]!;
}

function report(
  plain: readonly Repeated[],
  { indexed, built }: { indexed: readonly Repeated[]; built: readonly BuiltIndex[] },
): string {
  return [
    describeMachine(load),
    'POST /api/query with a key to a separate api process, compared with the driver on the same collection, one request ' +
      `at a time, warm (after ${warmQuestions} small questions). Each timed run follows an untimed run of the same kind. ` +
      'The table shows medians of n runs in milliseconds, with p95 in parentheses. The fastest raw way is the base and ' +
      'runs as often as the product; the others run five times. Both continue until their medians are known to within ' +
      '3 % (19 times in 20), for at most 101 runs or 45 s. The product may exceed the base by a tenth above 50 ms, and by ' +
      '5 ms below. A row over this limit is measured twice more at the end: the middle result counts, and all three are ' +
      'listed below the table. The numbers of all ways were compared first.',
    `${records} as imported, with no index but that on \`_id\`:`,
    tableOf(plain),
    ...measuredThrice(plain),
    'The same with the indexes that Speed offers once the questions were asked, built through Speed, where they allow ' +
      'other ways. The raw ways use the same indexes:',
    describeBuilt(built),
    tableOf(indexed),
    ...measuredThrice(indexed),
  ].join('\n\n');
}

function describeBuilt(built: readonly BuiltIndex[]): string {
  const megabytes = (bytes: number | null) => (bytes === null ? '?' : (bytes / 1e6).toFixed(1));
  const lines = built.map((one) => {
    const { questions, expectedBytes, index } = one;
    return `- ${nameOf(one)}: helps ${questions} of the questions, ${megabytes(index.sizeBytes)} MB (expected ${megabytes(expectedBytes)} MB)`;
  });
  return lines.join('\n');
}

function measuredThrice(all: readonly Repeated[]): string[] {
  const thrice = all.filter(({ measured }) => measured.length > 1);
  if (thrice.length === 0) return [];
  const lines = thrice.map(({ one, measured }) => {
    const times = measured.map((each) => `${shown(median(each.product))} against ${shown(baseOf(each))}`);
    return `- ${one.name}: ${times.join(', then ')} ms`;
  });
  return [`Over the limit at first, so measured three times:\n\n${lines.join('\n')}`];
}

function tableOf(measured: readonly Repeated[]): string {
  const head = ['question', 'product', 'fastest raw', 'ratio', 'within', 'n', 'raw ways'];
  return markdownTable(
    head,
    measured.map((one) => rowOf(middleOf(one))),
  );
}

function rowOf({ name, product, raw }: Measured): string[] {
  const ways = Object.entries(raw)
    .map(([way, runs]) => ({ way, ms: median(runs) }))
    .sort((one, other) => one.ms - other.ms);
  const [fastest] = ways;
  const [ours, base] = [median(product), fastest!.ms];
  return [
    name,
    `${shown(ours)} (${shown(quantile(product, 0.95))})`,
    `${shown(base)} (${shown(quantile(raw[fastest!.way]!, 0.95))})`,
    ratio(ours, base),
    ours <= allowedMs(base) ? 'yes' : `no: ${shown(allowedMs(base))}`,
    String(product.length),
    ways.map(({ way, ms }) => `${way} ${shown(ms)}`).join(', '),
  ];
}
