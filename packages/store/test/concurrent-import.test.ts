import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportProgress } from '@tallyhook/schemas/api';
import type { Branch } from '../src/branches/index.ts';
import { readChanges } from '../src/changes/index.ts';
import { collectionFacts, readWriteCounter } from '../src/collections/index.ts';
import { importCsv } from '../src/imports/index.ts';
import { sweep, type Store } from '../src/index.ts';
import { readPlan, startTurn } from '../src/questions/index.ts';
import { createRecord, deleteRecord, updateRecord, type RecordRow } from '../src/records/index.ts';
import { dropTestStore, openTestStore, sourceOf, testUri, workBranch } from './test-store.ts';

const rows = (count: number) =>
  `title,estimate\n${Array.from({ length: count }, (_, n) => `imported,${n}\n`).join('')}`;

describe('A large import into records that others change', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  const bring = (text: string, onProgress?: (progress: ImportProgress) => void) =>
    importCsv(store, branch, { type: 'ticket', open: () => Readable.from([Buffer.from(text)]), by: 'ana', onProgress });
  const ticket = (title: string) => createRecord(store, branch, 'ticket', { title }, 'ana');
  const facts = async () => (await collectionFacts(store, branch)).ticket!;
  const stored = async (filter = {}) => {
    const { collection } = await facts();
    return store.workspaceDb(branch.workspaceId).collection(collection!).find(filter).toArray();
  };

  it('loses and duplicates none of their changes', async () => {
    const kept = await Promise.all(Array.from({ length: 12 }, (_, index) => ticket(`kept ${index}`)));
    const doomed = await Promise.all(Array.from({ length: 12 }, (_, index) => ticket(`doomed ${index}`)));
    const made: RecordRow[] = [];
    const revisions = new Map(kept.map(({ id }) => [id, 1]));
    let isImporting = true;
    let before = 0;
    const writer = async (lane: number) => {
      for (let n = 0; isImporting; n++) {
        const { id } = kept[(lane + n * 3) % kept.length]!;
        const revision = revisions.get(id)!;
        revisions.set(id, revision + 1);
        await updateRecord(store, branch, 'ticket', id, { revision, fields: { estimate: revision + 1 } }, 'ben');
        made.push(await ticket(`made ${lane} ${n}`));
        const victim = doomed.pop();
        if (victim) await deleteRecord(store, branch, 'ticket', victim.id, {}, 'ben');
        before += 1;
      }
    };
    const doomedCount = doomed.length;
    const writers = [0, 1, 2].map(writer);
    while (before < 3) await pause(5);
    const result = await bring(rows(20_000));
    isImporting = false;
    await Promise.all(writers);

    assert.equal(result.imported, 20_000);
    const { approximateCount } = await facts();
    const left = doomed.length;
    assert.ok(doomedCount > left && made.length > 3, 'others wrote meanwhile');
    const all = await stored();
    assert.equal(all.length, 20_000 + 12 + made.length + left);
    assert.equal(approximateCount, all.length);
    const byId = new Map(all.map((record) => [record._id.toHexString(), record]));
    for (const [id, revision] of revisions) assert.equal(byId.get(id)?.revision, revision);
    for (const { id } of made) assert.ok(byId.has(id));
    assert.equal(all.filter(({ title }) => title === 'imported').length, 20_000);

    const counter = await readWriteCounter(store, branch, 'ticket');
    const entries = await readChanges(store, branch, { type: 'ticket', limit: 100_000 });
    assert.equal(counter.value, entries.length);
    assert.equal(entries.filter(({ kind }) => kind === 'import').length, 1);
    assert.equal(counter.epoch, 2);
  });

  it('is visible to questions completely or not at all', async () => {
    await ticket('first');
    let isImporting = true;
    const seen = new Set<unknown>();
    const ask = async () => {
      const { collection } = await facts();
      const reads = [
        { id: 'all', kind: 'aggregate' as const, collection, pipeline: [{ $count: 'n' }] },
        { id: 'counted', kind: 'count' as const, collection, match: {} },
      ];
      const { all, counted } = await readPlan(store, branch, reads, { turn: startTurn({ limitMs: 8000 }) });
      assert.ok(all?.kind === 'aggregate' && counted?.kind === 'count');
      seen.add(`${String(all.rows[0]!.n)} ${counted.count}`);
    };
    await ask();
    const asking = (async () => {
      while (isImporting) await ask();
    })();
    await bring(rows(8_000));
    isImporting = false;
    await asking;
    await ask();
    assert.deepEqual([...seen], ['1 1', '8001 8001']);
  });

  it('keeps the replaced collection for running questions, then drops it', async () => {
    await ticket('first');
    const { collection } = await facts();
    await bring(rows(6_000));
    const reads = [{ id: 'n', kind: 'aggregate' as const, collection, pipeline: [{ $count: 'n' }] }];
    const results = await readPlan(store, branch, reads, { turn: startTurn({ limitMs: 8000 }) });
    assert.deepEqual(results, { n: { kind: 'aggregate', rows: [{ n: 1 }] } });
    assert.equal(await sweep(store), 0);
    const db = store.workspaceDb(branch.workspaceId);
    await db.collection('unfinished').updateMany({}, { $set: { dropAt: new Date(0) } });
    assert.equal(await sweep(store), 1);
    assert.deepEqual(await db.listCollections({ name: collection! }).toArray(), []);
    assert.equal((await stored()).length, 6_001);
  });

  it('keeps the indexes of the replaced collection', async () => {
    await ticket('first');
    const { collection } = await facts();
    await store
      .workspaceDb(branch.workspaceId)
      .collection(collection!)
      .createIndex({ status: 1 }, { name: 'by status' });
    await bring(rows(6_000));
    assert.deepEqual(
      (await facts()).indexes.map(({ name }) => name),
      ['_id_', 'by status'],
    );
  });

  it('succeeds at the same time as another import: all rows are stored', async () => {
    await ticket('first');
    const results = await Promise.all([bring(rows(6_000)), bring(rows(7_000))]);
    assert.deepEqual(
      results.map(({ imported }) => imported),
      [6_000, 7_000],
    );
    assert.equal((await stored()).length, 13_001);
    assert.equal((await facts()).approximateCount, 13_001);
    const kinds = (await readChanges(store, branch, { type: 'ticket', limit: 10 })).map(({ kind }) => kind);
    assert.deepEqual(kinds.sort(), ['create', 'import', 'import']);
    assert.deepEqual(await sweep(store), 0);
  });

  it('succeeds at the same time as another import into an empty type', async () => {
    const results = await Promise.all([bring(rows(6_000)), bring(rows(7_000))]);
    assert.deepEqual(
      results.map(({ imported }) => imported),
      [6_000, 7_000],
    );
    assert.equal((await stored()).length, 13_000);
    assert.equal((await readWriteCounter(store, branch, 'ticket')).value, 2);
  });

  it('waits for a writer whose process died, without blocking others', async () => {
    await ticket('first');
    const dead = store.client.startSession();
    dead.startTransaction();
    const slots = store.workspaceDb(branch.workspaceId).collection<{ _id: string }>('write_counters');
    await slots.updateOne({ _id: `${branch.id}/ticket/7` }, { $inc: { value: 1 } }, { session: dead });
    let isHeld = true;
    const importing = bring(rows(6_000)).then((result) => ({ result, isHeld }));
    const others = (async () => {
      let written = 0;
      for (; isHeld; written++) await ticket('other');
      return written;
    })();
    await pause(6_000);
    isHeld = false;
    await dead.abortTransaction();
    const [{ result, isHeld: wasHeld }, written] = await Promise.all([importing, others]);
    assert.deepEqual([result.imported, wasHeld], [6_000, false]);
    assert.ok(written > 20, `${written} others were written`);
    assert.equal((await stored()).length, 6_001 + written);
  });

  for (const step of ['writing', 'first rows'] as const) {
    it(`shows nothing and is swept if its process is killed (${step})`, async () => {
      const first = await ticket('first');
      const before = { counter: await readWriteCounter(store, branch, 'ticket'), facts: await facts() };
      await killInTheMiddle(step);
      assert.deepEqual(await facts(), before.facts);
      assert.deepEqual(await readWriteCounter(store, branch, 'ticket'), before.counter);
      assert.deepEqual(
        (await stored()).map(({ _id }) => _id.toHexString()),
        [first.id],
      );
      assert.equal((await readChanges(store, branch, { limit: 10 })).length, 1);

      const db = store.workspaceDb(branch.workspaceId);
      const inUse = await db.collection('collections').countDocuments();
      const halfBuilt = async () => {
        const found = await db.listCollections({}, { nameOnly: true }).toArray();
        return found.filter(({ name }) => name.startsWith('records_')).length - inUse;
      };
      assert.equal(await halfBuilt(), 1);
      assert.equal(await sweep(store), 0, 'a recently active import is left alone');
      assert.equal(await sweep(store, { unseenForMs: 0 }), 1);
      assert.equal(await halfBuilt(), 0);
      assert.equal((await bring(rows(6_000))).imported, 6_000);
    });
  }

  async function killInTheMiddle(step: 'writing' | 'first rows'): Promise<void> {
    const source = `
      import { Readable } from 'node:stream';
      import { openBranch } from ${sourceOf('branches/index.ts')};
      import { importCsv } from ${sourceOf('imports/index.ts')};
      import { openStore } from ${sourceOf('index.ts')};
      const store = await openStore({ uri: ${JSON.stringify(testUri())}, databasePrefix: ${JSON.stringify(store.system.databaseName)} });
      const branch = await openBranch(store, ${JSON.stringify(branch.workspaceId)}, 'main');
      const text = ${JSON.stringify('title,estimate\n')} + ${JSON.stringify('imported,1\n')}.repeat(200_000);
      const say = ({ step, rows }) => step === 'writing' && rows > ${step === 'writing' ? 50_000 : 0} && process.kill(process.pid, 'SIGKILL');
      await importCsv(store, branch, { type: 'ticket', open: () => Readable.from([Buffer.from(text)]), by: 'ana', onProgress: say });`;
    // The process kills itself: a signal from outside could come too late.
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit' });
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  }

  it('stops if it was swept while paused', async () => {
    await ticket('first');
    const stream = async function* (isSecondReading: boolean) {
      if (isSecondReading) assert.equal(await sweep(store, { unseenForMs: -60_000 }), 1);
      yield Buffer.from(rows(6_000));
    };
    let readings = 0;
    const open = () => Readable.from(stream(++readings === 2));
    const outcome = importCsv(store, branch, { type: 'ticket', open, by: 'ana' });
    await assert.rejects(outcome, /cleaned up/);
    assert.equal((await stored()).length, 1);
    const db = store.workspaceDb(branch.workspaceId);
    const found = await db.listCollections({}, { nameOnly: true }).toArray();
    const inUse = await db.collection('collections').countDocuments();
    assert.equal(found.filter(({ name }) => name.startsWith('records_')).length, inUse);
  });
});
