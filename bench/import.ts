/**
 * Compares an import of a CSV file with the driver inserting the same documents: `npm run bench -- import [rows]
 * [--save]`. Without relations and with two, in turn.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pipeline } from 'node:stream/promises';
import { importCsv, type ImportOptions } from '@tallyhook/store/imports';
import { MongoClient, type Collection, type Db, type Document } from 'mongodb';
import { fillPeopleAndLabels, freshBranch, inChunks, ticketRelations } from './data/fill.ts';
import { ticketCount, ticketLines } from './data/tickets.ts';
import { withEngines } from './engines.ts';
import { markdownTable, median, ratio, shown } from './figures.ts';
import { currentLoad, describeMachine } from './machine.ts';
import { childrenCalled, processorSeconds } from './processor-time.ts';
import { publish } from './publish.ts';
import { makeWorkspace, type Workspace } from './workspace.ts';

const rows = Number(argv.find((argument) => /^\d+$/.test(argument)) ?? ticketCount);
const turns = 5;
const insertedAtOnce = 5_000;
const insertsAtOnce = 2;

/** What one way took, in milliseconds. */
interface Took {
  wallMs: number;
  nodeMs: number;
  mongodMs: number;
}

interface Way {
  name: string;
  relations: ImportOptions['relations'];
  product: Took[];
  driver: Took[];
}

const load = currentLoad();
await withEngines(async (engines) => {
  const workspace = await makeWorkspace(engines.mongodbUri);
  const client = await MongoClient.connect(engines.mongodbUri);
  try {
    const path = join(engines.folder, 'tickets.csv');
    await pipeline(inChunks(ticketLines(rows)), createWriteStream(path));
    await fillPeopleAndLabels(workspace);
    const ways: Way[] = [
      { name: 'without relations', relations: [], product: [], driver: [] },
      { name: 'with two relations', relations: ticketRelations, product: [], driver: [] },
    ];
    const db = await workspaceDb(client, workspace);
    for (let turn = 0; turn <= turns; turn++)
      for (const [index, way] of ways.entries())
        await measureTurn(way, { workspace, db, path, type: `bench_${turn}_${index}`, isWarmUp: turn === 0 });
    await publish('import', describe(ways));
  } finally {
    await client.close();
    await workspace.store.close();
  }
});

interface Turn {
  workspace: Workspace;
  db: Db;
  path: string;
  type: string;
  isWarmUp: boolean;
}

async function measureTurn(way: Way, { workspace, db, path, type, isWarmUp }: Turn): Promise<void> {
  const branch = await freshBranch(workspace);
  const options = { type, relations: way.relations, by: workspace.personId, allOrNothing: true };
  // As the api opens it.
  const open = () => createReadStream(path, { highWaterMark: 1024 * 1024 });
  const product = await timed(async () => {
    const { imported } = await importCsv(workspace.store, branch, { ...options, open });
    if (imported !== rows) throw new Error(`Imported ${imported} of ${rows} rows.`);
  });
  const collection = await collectionOf(db, type);
  const documents = await collection.find().toArray();
  const copy = db.collection(`driver_${type}`);
  const driver = await timed(() => insertAll(copy, documents));
  await copy.drop();
  console.error(`${way.name}: product ${shown(product.wallMs)} ms, driver ${shown(driver.wallMs)} ms`);
  if (isWarmUp) return;
  way.product.push(product);
  way.driver.push(driver);
}

/** Inserts ready documents as fast as the driver does. */
async function insertAll(collection: Collection, documents: readonly Document[]): Promise<void> {
  const parts = Array.from({ length: Math.ceil(documents.length / insertedAtOnce) }, (_, index) =>
    documents.slice(index * insertedAtOnce, (index + 1) * insertedAtOnce),
  ).values();
  const insertParts = async () => {
    for (const part of parts) await collection.insertMany(part, { ordered: false });
  };
  await Promise.all(Array.from({ length: insertsAtOnce }, insertParts));
}

async function timed(work: () => Promise<void>): Promise<Took> {
  const [mongod] = childrenCalled('mongod');
  const [startedAt, usage, seconds] = [performance.now(), process.cpuUsage(), processorSeconds(mongod!)];
  await work();
  const { user, system } = process.cpuUsage(usage);
  return {
    wallMs: performance.now() - startedAt,
    nodeMs: (user + system) / 1_000,
    mongodMs: (processorSeconds(mongod!) - seconds) * 1_000,
  };
}

async function workspaceDb(client: MongoClient, { store, workspaceId }: Workspace): Promise<Db> {
  return client.db(store.workspaceDb(workspaceId).databaseName);
}

async function collectionOf(db: Db, type: string): Promise<Collection> {
  const entry = await db.collection<{ collection: string }>('collections').findOne({ type });
  return db.collection(entry!.collection);
}

function describe(ways: readonly Way[]): string {
  const head = ['', 'way', 'seconds', 'range', 'rows/s', "processor's ms: Node", "processor's ms: mongod"];
  const rowOf = (name: string, way: string, took: readonly Took[]) => {
    const wall = took.map(({ wallMs }) => wallMs / 1_000);
    const [node, mongod] = [median(took.map(({ nodeMs }) => nodeMs)), median(took.map(({ mongodMs }) => mongodMs))];
    const range = `${shown(Math.min(...wall))}–${shown(Math.max(...wall))}`;
    const perSecond = Math.round(rows / median(wall)).toLocaleString('en');
    return [name, way, shown(median(wall)), range, perSecond, shown(node), shown(mongod)];
  };
  const ratioOf = ({ name, product, driver }: Way) => {
    const of = (key: keyof Took) =>
      ratio(median(product.map((one) => one[key])), median(driver.map((one) => one[key])));
    return [name, '**ratio**', of('wallMs'), '', '', of('nodeMs'), of('mongodMs')];
  };
  const lines = ways.flatMap((way) => [
    rowOf(way.name, 'product', way.product),
    rowOf(way.name, 'driver', way.driver),
    ratioOf(way),
  ]);
  const how = `${rows.toLocaleString('en')} tickets with 9 columns, ${turns} alternating turns after one that is not measured; medians. The driver inserts batches of ${insertedAtOnce.toLocaleString('en')}, ${insertsAtOnce} at a time, unordered, with the default write concern.`;
  return [describeMachine(load), how, markdownTable(head, lines)].join('\n\n');
}
