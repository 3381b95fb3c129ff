import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureIndexes, newId, type Store } from '@tallyhook/store';
import { listDeliveries } from '@tallyhook/store/deliveries';
import { listRuns } from '@tallyhook/store/runs';
import { putTriggerRoute, type TriggerRoute } from '@tallyhook/store/workflows';
import type { Collection, Document } from 'mongodb';
import type { Engines } from '../engines.ts';
import { childrenCalled, processorSeconds } from '../processor-time.ts';
import type { RunningProcess } from '../processes.ts';
import { startApi } from '../start-api.ts';
import { makeWorkspace, type Workspace } from '../workspace.ts';
import { sendInTurn } from './accepting.ts';
import { listen, whenReady } from './scene.ts';
import { createSender, type Sender } from './sender.ts';

/** How much a store has when it is measured. */
export interface Size {
  workflows: number;
  /** Kept deliveries, and as many runs. */
  kept: number;
}

/** What accepting deliveries and listing took, in milliseconds. */
export interface MeasuredSize {
  size: Size;
  /** Of one sender, and of eight. */
  alone: number[];
  together: number[];
  /** Processor milliseconds of one delivery at eight senders, with the start of its run. */
  processorMs: { mongod: number[]; api: number[] };
  /** By what was listed. */
  lists: Record<string, number[]>;
}

interface Place {
  workspace: Workspace;
  api: RunningProcess;
  sender: Sender;
  measured: MeasuredSize;
}

const rounds = 6;
const aloneCount = 150;
const togetherCount = 500;
const senders = 8;
const listTimes = 5;

/**
 * Measures stores of several sizes on the same engines, each with an api process of its own, by turns. No worker runs, so
 * that runs are only started.
 */
export async function measureSizes(engines: Engines, sizes: readonly Size[]): Promise<MeasuredSize[]> {
  const places: Place[] = [];
  try {
    for (const size of sizes) places.push(await setPlace(engines, size));
    for (const place of places) await sendAll(place, { count: togetherCount, callers: senders });
    for (let round = 0; round < rounds; round++) for (const place of places) await measureTurn(place);
    return places.map(({ measured }) => measured);
  } finally {
    for (const { api, sender, workspace } of places) {
      sender.close();
      await api.stop();
      await workspace.store.close();
    }
  }
}

async function setPlace(engines: Engines, size: Size): Promise<Place> {
  const databasePrefix = `bench_${size.kept}`;
  const workspace = await makeWorkspace(engines.mongodbUri, databasePrefix);
  const rates = { TALLYHOOK_HOOK_RATE_SENDER: '100000', TALLYHOOK_HOOK_RATE_CONNECTOR: '100000' };
  const settings = { TALLYHOOK_DATABASE: databasePrefix, ...rates };
  const api = await startApi(engines, workspace, { name: databasePrefix, settings });
  await whenReady(api.ready.port!, '/api/sign-in');
  const account = await listen(workspace, randomBytes(12).toString('hex'));
  await addWorkflows(workspace, account, size.workflows - 1);
  const sender = await createSender({ port: api.ready.port!, path: '/hooks/github' });
  await sender.deliver();
  await allStarted(workspace.store);
  await fill(workspace.store, size.kept);
  const measured = { size, alone: [], together: [], processorMs: { mongod: [], api: [] }, lists: {} };
  return { workspace, api, sender, measured };
}

/**
 * Workflows that a delivery does not start: of the same account a third with another event, and a third with a condition
 * that its payload does not meet; the others of other accounts.
 */
async function addWorkflows(
  { store, workspaceId, branch }: Workspace,
  account: { accountId: string; externalId: string },
  count: number,
): Promise<void> {
  const place = { workspaceId, branchId: branch.id, branchName: branch.name, connector: 'github' };
  const opened = ['issues.opened'];
  const kinds: ((number: number) => Pick<TriggerRoute, 'accountId' | 'externalId' | 'events' | 'conditions'>)[] = [
    (number) => ({ ...account, events: [`issues.other${number}`], conditions: [] }),
    (number) => ({
      ...{ ...account, events: opened },
      conditions: [{ path: 'issue.title', op: 'eq', value: `Title ${number}` }],
    }),
    (number) => ({ accountId: newId(), externalId: `owner${number}`, events: opened, conditions: [] }),
  ];
  for (let number = 0; number < count; number++)
    await putTriggerRoute(store, { ...place, workflowId: newId(), ...kinds[number % kinds.length]!(number) });
}

/** Bodies of about 1 kB, so that filling does not take longer than measuring. */
const bodyBytes = 1_000;
const atOnce = 2_000;

/** Copies a real delivery and its run, as they are once the run has ended. */
async function fill(store: Store, count: number): Promise<void> {
  // Indexes are made much faster at once, afterwards.
  for (const name of ['deliveries', 'runs']) await store.system.collection(name).dropIndexes();
  const delivery = (await store.system.collection('deliveries').findOne())!;
  const run = (await store.system.collection('runs').findOne())!;
  const text = Buffer.from(JSON.stringify({ text: randomBytes(bodyBytes / 2).toString('hex') }));
  await copy(unsafe(store, 'deliveries'), count, () => {
    const id = newId();
    const key = randomBytes(32).toString('hex');
    return { ...delivery, _id: id, deliveryId: `sent-${id}`, identity: key, sha256: key, raw: { inline: text } };
  });
  await copy(unsafe(store, 'runs'), count, (number) => {
    const id = newId();
    const trigger = { ...(run['trigger'] as object), deliveryId: id };
    // One in a hundred has failed, few were cancelled.
    const status = number % 100 === 0 ? 'failed' : number % 100_000 === 1 ? 'cancelled' : 'completed';
    const ended = { status, startedAt: run['queuedAt'] as Date, endedAt: run['queuedAt'] as Date };
    return { ...run, _id: id, temporalWorkflowId: `hook:${id}`, trigger, ...ended };
  });
  await ensureIndexes(store);
  console.error(`${count.toLocaleString('en')} deliveries and as many runs are kept.`);
}

/** Only the measured writes have to be durable. */
const unsafe = (store: Store, name: string) =>
  store.system.collection<Document & { _id: string }>(name, { writeConcern: { w: 1, journal: false } });

async function copy(
  collection: Collection<Document & { _id: string }>,
  count: number,
  make: (number: number) => Document & { _id: string },
): Promise<void> {
  for (let done = 0; done < count; done += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => make(done + index));
    await collection.insertMany(rows, { ordered: false });
  }
}

async function measureTurn(place: Place): Promise<void> {
  const { measured, api, workspace } = place;
  const used = () => ({ mongod: processorSeconds(childrenCalled('mongod')[0]!), api: processorSeconds(api.pid) });
  measured.alone.push(...(await sendAll(place, { count: aloneCount, callers: 1 })));
  const before = used();
  measured.together.push(...(await sendAll(place, { count: togetherCount, callers: senders })));
  const after = used();
  for (const name of ['mongod', 'api'] as const)
    measured.processorMs[name].push(((after[name] - before[name]) * 1_000) / togetherCount);
  for (const [name, list] of Object.entries(listsOf(workspace)))
    for (let time = 0; time < listTimes; time++) {
      const startedAt = performance.now();
      await list();
      (measured.lists[name] ??= []).push(performance.now() - startedAt);
    }
}

/** Sends deliveries, and waits until their runs are started. Returns the milliseconds until each was answered. */
async function sendAll(
  { sender, workspace }: Place,
  { count, callers }: { count: number; callers: number },
): Promise<number[]> {
  const tookMs = await sendInTurn(() => sender.deliver(), { callers, count });
  await allStarted(workspace.store);
  return tookMs;
}

async function allStarted(store: Store): Promise<void> {
  const waiting = () =>
    store.system.collection('deliveries').countDocuments({ waiting: { $gt: 0 } }, { hint: 'waiting' });
  while ((await waiting()) > 0) await pause(100);
}

const limit = 50;

/** What people list, each with what is rare among many. */
function listsOf({ store, workspaceId, branch }: Workspace): Record<string, () => Promise<unknown>> {
  const ofBranch = { workspaceId, branchId: branch.id, limit };
  return {
    deliveries: () => listDeliveries(store, workspaceId, { limit }),
    'deliveries of a connector': () => listDeliveries(store, workspaceId, { connector: 'github', limit }),
    'deliveries without a workflow (none)': () => listDeliveries(store, workspaceId, { outcome: 'untriggered', limit }),
    runs: () => listRuns(store, ofBranch),
    'failed runs': () => listRuns(store, { ...ofBranch, status: 'failed' }),
    'cancelled runs (few)': () => listRuns(store, { ...ofBranch, status: 'cancelled' }),
    'tested runs (none)': () => listRuns(store, { ...ofBranch, isTest: true }),
  };
}
