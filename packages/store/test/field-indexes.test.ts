import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldIndex } from '@tallyhook/schemas/api';
import { createBranch, type Branch } from '../src/branches/index.ts';
import { collectionFacts } from '../src/collections/index.ts';
import { buildFieldIndexes, listIndexJobs, readFieldIndexes, switchFieldIndex } from '../src/field-indexes/index.ts';
import type { Store } from '../src/index.ts';
import { createRecord } from '../src/records/index.ts';
import { dropTestStore, openTestStore, sourceOf, testUri, workBranch } from './test-store.ts';

describe('Field indexes', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const turn = (on: boolean, ...fields: string[]) =>
    switchFieldIndex(store, branch, { type: 'ticket', fields: fields.length === 0 ? ['status'] : fields, on }, 'ana');
  const read = async (fields = 'status', on: Branch = branch): Promise<FieldIndex | undefined> => {
    const all = await readFieldIndexes(store, on, 'ticket');
    const found = all.find((index) => index.fields.join() === fields);
    if (found === undefined) return undefined;
    const { state, percent, sizeBytes, error } = found;
    return { state, percent, sizeBytes, error };
  };
  const records = async () => {
    const { collection } = (await collectionFacts(store, branch)).ticket!;
    return store.workspaceDb(branch.workspaceId).collection(collection!);
  };

  async function fill(count: number): Promise<void> {
    await createRecord(store, branch, 'ticket', { title: 'first', status: 'open' }, 'ana');
    const [first] = await (await records()).find({}, { projection: { _id: 0 } }).toArray();
    for (let from = 0; from < count; from += 20_000) {
      const documents = Array.from({ length: 20_000 }, (_, at) => ({
        ...first,
        title: `${Math.random()}`.repeat(3) + (from + at),
      }));
      await (await records()).insertMany(documents, { ordered: false, writeConcern: { w: 1 } });
    }
  }

  it('are the only ones used for questions: partial indexes made by an operator are not', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven', status: 'open' }, 'ana');
    const made = await records();
    await made.createIndex({ status: 1 }, { name: 'part', sparse: true });
    await made.createIndex({ title: 1 }, { name: 'few', partialFilterExpression: { status: 'open' } });
    await made.createIndex({ title: 1 }, { name: 'otherwise', collation: { locale: 'de' } });
    await made.createIndex({ title: 1 }, { name: 'whole' });
    const { indexes } = (await collectionFacts(store, branch)).ticket!;
    assert.deepEqual(indexes.map(({ name }) => name).sort(), ['_id_', 'whole']);
  });

  it('go from off to building, on with a size, and off again', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven', status: 'open' }, 'ana');
    assert.equal(await read(), undefined);
    const job = await turn(true);
    assert.deepEqual(await read(), { state: 'building', percent: null, sizeBytes: null, error: null });
    await buildFieldIndexes(store, job);
    const built = await read();
    assert.equal(built?.state, 'on');
    assert.ok(built.sizeBytes! > 0);
    const { indexes } = (await collectionFacts(store, branch)).ticket!;
    assert.deepEqual(indexes.at(-1)?.key, { status: 1 });
    await turn(false);
    assert.equal(await read(), undefined);
    assert.equal((await collectionFacts(store, branch)).ticket!.indexes.length, 1);
  });

  it('of several fields go from off to building, on with a size, and off again', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven', status: 'open' }, 'ana');
    await (await records()).createIndex({ status: 1, due: -1 }, { name: 'ordered otherwise' });
    const job = await turn(true, 'status', 'due');
    assert.equal((await read('status,due'))?.state, 'building');
    await turn(true, 'due');
    await buildFieldIndexes(store, job);
    const built = await read('status,due');
    assert.equal(built?.state, 'on');
    assert.ok(built.sizeBytes! > 0);
    const { indexes } = (await collectionFacts(store, branch)).ticket!;
    assert.deepEqual(indexes.map(({ key }) => Object.entries(key).join(' ')).sort(), [
      '_id,1',
      'due,1',
      'status,1 due,-1',
      'status,1 due,1',
    ]);
    await turn(false, 'status', 'due');
    assert.equal(await read('status,due'), undefined);
    assert.equal((await read('due'))?.state, 'on', 'the index on one of its fields stays');
    assert.equal((await collectionFacts(store, branch)).ticket!.indexes.length, 3);
  });

  it('leave alone the indexes that keep values different', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven' }, 'ana');
    const collection = await records();
    const part = { title: { $exists: true } };
    await collection.createIndex({ title: 1 }, { name: 'unique_title', unique: true, partialFilterExpression: part });
    assert.equal(await read('title'), undefined);
    await buildFieldIndexes(store, await turn(true, 'title'));
    assert.equal((await read('title'))?.state, 'on');
    await turn(false, 'title');
    const left = await collection.indexes();
    assert.deepEqual(left.map(({ name }) => name).sort(), ['_id_', 'unique_title']);
  });

  it('contain at most one list', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven' }, 'ana');
    await (await records()).updateOne({}, { $set: { labels: ['a'], watchers: ['b'] } });
    await buildFieldIndexes(store, await turn(true, 'labels', 'watchers'));
    const failed = await read('labels,watchers');
    assert.equal(failed?.state, 'failed');
    assert.match(failed.error!, /only one list/);
  });

  it('can be switched on for a type without records', async () => {
    await buildFieldIndexes(store, await turn(true));
    assert.equal((await read())?.state, 'on');
  });

  it('are copied with the branch, even if not built yet', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven', status: 'open' }, 'ana');
    await turn(true);
    await buildFieldIndexes(store, await turn(true, 'status', 'title'));
    await turn(true, 'due');
    const draft = await createBranch(store, branch.workspaceId, { name: 'draft', from: 'main', by: 'ana' });
    assert.equal((await read('status', draft))?.state, 'on');
    assert.equal((await read('due', draft))?.state, 'building');
    assert.equal((await read('status,title', draft))?.state, 'on');
    for (const job of await listIndexJobs(store)) await buildFieldIndexes(store, job);
    assert.equal((await read('due', draft))?.state, 'on');
    await turn(false);
    assert.equal((await read('status', draft))?.state, 'on', 'branches are independent');
  });

  it('show why they could not be built, and are retried when switched on again', async () => {
    await createRecord(store, branch, 'ticket', { title: 'Oven' }, 'ana');
    const collection = await records();
    const most = Array.from({ length: 63 }, (_, n) => ({ key: { title: 1, [`x${n}`]: 1 } }) as const);
    const names = await collection.createIndexes(most);
    await buildFieldIndexes(store, await turn(true));
    const failed = await read();
    assert.equal(failed?.state, 'failed');
    assert.match(failed.error!, /too many indexes.*turn another one off/);
    await buildFieldIndexes(
      store,
      (await listIndexJobs(store)).find(({ workspaceId }) => workspaceId === branch.workspaceId)!,
    );
    assert.equal((await read())?.state, 'failed', 'nothing retries automatically');
    await collection.dropIndex(names[0]!);
    await buildFieldIndexes(store, await turn(true));
    assert.equal((await read())?.state, 'on');
  });

  /** Builds an index on the titles and checks it repeatedly until it is built or `look` returns true. */
  async function buildTitles(look: (seen: FieldIndex) => Promise<boolean>): Promise<{ building: Promise<void> }> {
    let isBuilt = false;
    const job = await turn(true, 'title');
    const building = buildFieldIndexes(store, job).finally(() => (isBuilt = true));
    while (!isBuilt && !(await look((await read('title'))!))) await sleep(5);
    return { building };
  }

  it('are built in a job with progress that can be stopped; plans use only finished ones', async () => {
    await fill(300_000);
    const percents = new Set<number>();
    // Build again if the build finished before three progress values were seen.
    while (percents.size < 3) {
      const { building } = await buildTitles(async ({ state, percent }) => {
        if (percent === null || state !== 'building') return false;
        percents.add(percent);
        const { indexes } = (await collectionFacts(store, branch)).ticket!;
        if ((await read('title'))?.state === 'building') assert.equal(indexes.length, 1);
        return false;
      });
      await building;
      assert.equal((await read('title'))?.state, 'on');
      await turn(false, 'title');
    }
    assert.ok([...percents].every((percent) => percent >= 0 && percent < 100));

    const { building: stopped } = await buildTitles(async ({ percent }) => percent !== null);
    await turn(false, 'title');
    await stopped;
    assert.equal(await read('title'), undefined);
  });

  it('are finished after the process that builds them is killed', async () => {
    // Build again if it finished before anybody looked.
    do {
      branch = await workBranch(store);
      await fill(200_000);
      await killWhileBuilding();
    } while ((await read('title'))?.state === 'on');
    const left = (await listIndexJobs(store)).filter(({ workspaceId }) => workspaceId === branch.workspaceId);
    assert.equal(left.length, 1);
    await Promise.all([buildFieldIndexes(store, left[0]!), buildFieldIndexes(store, left[0]!)]);
    assert.deepEqual([(await read())?.state, (await read('title'))?.state], ['on', 'on']);
  });

  /** Starts a process that builds two indexes, and kills it while it builds the first. */
  async function killWhileBuilding(): Promise<void> {
    const source = `
      import { openBranch } from ${sourceOf('branches/index.ts')};
      import { buildFieldIndexes, switchFieldIndex } from ${sourceOf('field-indexes/index.ts')};
      import { openStore } from ${sourceOf('index.ts')};
      const store = await openStore({ uri: ${JSON.stringify(testUri())}, databasePrefix: ${JSON.stringify(store.system.databaseName)} });
      const branch = await openBranch(store, ${JSON.stringify(branch.workspaceId)}, 'main');
      await switchFieldIndex(store, branch, { type: 'ticket', fields: ['status'], on: true }, 'ana');
      const job = await switchFieldIndex(store, branch, { type: 'ticket', fields: ['title'], on: true }, 'ana');
      await buildFieldIndexes(store, job);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    while (child.exitCode === null && (await read())?.percent == null) await sleep(5);
    child.kill('SIGKILL');
    await ended;
  }
});
