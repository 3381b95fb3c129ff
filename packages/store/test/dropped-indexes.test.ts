import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Read, ReadDocument } from '@tallyhook/query';
import type { Document } from 'mongodb';
import type { Branch } from '../src/branches/index.ts';
import { collectionFacts } from '../src/collections/index.ts';
import { buildFieldIndexes, switchFieldIndex } from '../src/field-indexes/index.ts';
import { newId, type Store } from '../src/index.ts';
import { readPlan, startTurn } from '../src/questions/index.ts';
import { createRecord, listRecords } from '../src/records/index.ts';
import { dropTestStore, openTestStore, refusal, workBranch } from './test-store.ts';

const count = 60;

/** Each read takes more than a second, and the server can drop an index between any two records. */
describe('A read whose index is dropped while in use', () => {
  let store: Store;
  let branch: Branch;
  let collection: string;
  let marker: string;

  before(async () => {
    store = await openTestStore();
    branch = await workBranch(store);
    for (let at = 0; at < count; at++) {
      await createRecord(store, branch, 'ticket', { title: `Oven ${at}`, status: 'open' }, 'ana');
    }
    await createRecord(store, branch, 'ticket', { title: 'Sink', status: 'done' }, 'ana');
    collection = (await collectionFacts(store, branch)).ticket!.collection!;
  });

  beforeEach(async () => {
    marker = newId();
    await turnOn();
  });

  after(() => dropTestStore(store));

  const turn = (on: boolean) => switchFieldIndex(store, branch, { type: 'ticket', fields: ['status'], on }, 'ana');
  const turnOn = async () => buildFieldIndexes(store, await turn(true));

  /** Keeps open records, with a pause before each. */
  const slowly = (): ReadDocument => ({
    status: 'open',
    $expr: {
      $function: { body: `function () { sleep(20); return "${marker}" !== ""; }`, args: [], lang: 'js' },
    },
  });

  /** Waits until the server runs a read of this test, with the index or while it still chooses a plan. */
  async function untilWalked(): Promise<void> {
    const giveUpAt = Date.now() + 15_000;
    for (; Date.now() < giveUpAt; await pause(20)) {
      const operations = await store.client
        .db('admin')
        .aggregate([{ $currentOp: {} }], { readConcern: { level: 'local' } })
        .toArray();
      const own = operations.filter(({ command }) => JSON.stringify(command ?? {}).includes(marker));
      const mayWalk = ({ planSummary = 'status: 1' }: Document) => String(planSummary).includes('status: 1');
      if (own.some((operation) => operation.numYields > 0 && mayWalk(operation))) return;
    }
    assert.fail('nothing walks the index');
  }

  /** Starts a read, drops its index, and returns the result of the read. */
  async function dropBelow<Result>(begin: () => Promise<Result>): Promise<Result> {
    const result = begin();
    result.catch(() => undefined);
    await untilWalked();
    await turn(false);
    return result;
  }

  const read = (reads: Read[], limitMs = 60_000) => readPlan(store, branch, reads, { turn: startTurn({ limitMs }) });
  const counting = (): Read => ({ id: 'n', kind: 'count', collection, match: slowly() });
  const summing = (): Read => ({
    id: 'groups',
    kind: 'aggregate',
    collection,
    pipeline: [{ $match: slowly() }, { $group: { _id: '$status', n: { $sum: 1 } } }],
  });

  it('is repeated without the index: a count', async () => {
    assert.deepEqual(await dropBelow(() => read([counting()])), { n: { kind: 'count', count } });
  });

  it('is repeated without the index: groups, together with other reads', async () => {
    const titles: Read = { id: 'titles', kind: 'distinct', collection, field: 'status', match: {} };
    assert.deepEqual(await dropBelow(() => read([summing(), titles])), {
      groups: { kind: 'aggregate', rows: [{ _id: 'open', n: count }] },
      titles: { kind: 'distinct', values: ['done', 'open'] },
    });
  });

  it('is repeated without the index: distinct values', async () => {
    const distinct = (): Read => ({ id: 'titles', kind: 'distinct', collection, field: 'title', match: slowly() });
    const { titles } = await dropBelow(() => read([distinct()]));
    assert.ok(titles?.kind === 'distinct');
    assert.equal(titles.values.length, count);
  });

  it('returns nothing if it needed the index, so that another plan is used', async () => {
    assert.deepEqual(await dropBelow(() => read([{ ...summing(), hint: 'field_status' }])), {});
  });

  it('is repeated without the index: a page of records', async () => {
    const page = () => listRecords(store, branch, 'ticket', { limit: 1000, stages: [{ $match: slowly() }] });
    const { records } = await dropBelow(page);
    assert.equal(records.length, count);
  });

  it('keeps its time limit', async () => {
    await assert.rejects(
      dropBelow(() => read([summing()], 1_000)),
      refusal('query_timeout'),
    );
    const page = () => {
      const turn = startTurn({ limitMs: 1_000 });
      return listRecords(store, branch, 'ticket', { limit: 1000, stages: [{ $match: slowly() }], turn });
    };
    marker = newId();
    await turnOn();
    await assert.rejects(dropBelow(page), refusal('query_timeout'));
  });

  it('is refused, not answered as empty, if the collection was dropped', async () => {
    const gone = newId();
    const other = await workBranch(store);
    await createRecord(store, other, 'ticket', { title: gone, status: 'open' }, 'ana');
    const db = store.workspaceDb(other.workspaceId);
    const name = (await collectionFacts(store, other)).ticket!.collection!;
    const [first] = await db
      .collection(name)
      .find({}, { projection: { _id: 0 } })
      .toArray();
    await db.collection(name).insertMany(Array.from({ length: count }, () => ({ ...first })));
    await buildFieldIndexes(
      store,
      await switchFieldIndex(store, other, { type: 'ticket', fields: ['status'], on: true }, 'ana'),
    );
    const result = readPlan(store, other, [{ ...summing(), collection: name }], {
      turn: startTurn({ limitMs: 60_000 }),
    });
    result.catch(() => undefined);
    await untilWalked();
    await db.collection('collections').deleteMany({ collection: name });
    await db.dropCollection(name);
    await assert.rejects(result, refusal('unavailable'));
  });
});
