import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { Branch } from '../src/branches/index.ts';
import { readChanges, type ChangeEntry, type RecordChange } from '../src/changes/index.ts';
import { collectionFacts, readWriteCounter } from '../src/collections/index.ts';
import { openStore, type Store } from '../src/index.ts';
import { createRecord, deleteRecord, listRecords, updateRecord } from '../src/records/index.ts';
import { dropTestStore, openTestStore, refusal, sourceOf, testUri, workBranch } from './test-store.ts';

describe('Change log', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
  });

  // The server keeps a killed writer's transactions for a minute, and a database with open transactions cannot be
  // dropped.
  after(() => dropTestStore(store));

  const note = (title: string) => createRecord(store, branch, 'note', { title }, 'ana');
  const all = (type?: string) => readChanges(store, branch, { type, limit: 1000 });

  it('has one entry per change, with the record before and after', async () => {
    const made = await note('a');
    const changed = await updateRecord(store, branch, 'note', made.id, { revision: 1, fields: { title: 'b' } }, 'ben');
    await deleteRecord(store, branch, 'note', made.id, {}, 'cleo');
    const entries = (await all()) as RecordChange[];
    assert.deepEqual(
      entries.map(({ kind, type, id, before, after, by }) => ({ kind, type, id, before, after, by })),
      [
        { kind: 'create', type: 'note', id: made.id, before: null, after: made, by: 'ana' },
        { kind: 'update', type: 'note', id: made.id, before: made, after: changed, by: 'ben' },
        { kind: 'delete', type: 'note', id: made.id, before: changed, after: null, by: 'cleo' },
      ],
    );
    const numbers = entries.map(({ number }) => number);
    assert.deepEqual(
      numbers,
      [...numbers].sort((left, right) => left - right),
    );
  });

  it('has no entry for a refused change or a change without effect', async () => {
    const made = await note('a');
    await updateRecord(store, branch, 'note', made.id, { revision: 1, fields: { title: 'a' } }, 'ana');
    const late = updateRecord(store, branch, 'note', made.id, { revision: 7, fields: { title: 'b' } }, 'ana');
    await assert.rejects(late, refusal('revision_conflict'));
    await assert.rejects(createRecord(store, branch, 'note', {}, 'ana'), refusal('invalid_record'));
    assert.equal((await all()).length, 1);
    assert.equal((await readWriteCounter(store, branch, 'note')).value, 1);
  });

  it('never has the same number twice, even if the server lost the last ones that it gave', async () => {
    await Promise.all(['a', 'b', 'c'].map(note));
    const sequences = store.workspaceDb(branch.workspaceId).collection<{ _id: string; value: number }>('sequences');
    const given = (await sequences.findOne({ _id: 'changes' }))!.value;
    await sequences.updateOne({ _id: 'changes' }, { $set: { value: 0 } });
    await Promise.all(['d', 'e'].map(note));
    const numbers = (await all()).map(({ number }) => number);
    assert.equal(new Set(numbers).size, 5);
    assert.ok(Math.max(...numbers) > given);
    await sequences.updateOne({ _id: 'changes' }, { $set: { value: 0 } });
    const other = await openStore({ uri: testUri(), databasePrefix: store.system.databaseName });
    await createRecord(other, branch, 'note', { title: 'f' }, 'ana');
    assert.equal((await all()).at(-1)!.number, Math.max(...numbers) + 1, 'a new process begins above them');
    await other.close();
  });

  it('can be read from a number and by type', async () => {
    await note('a');
    await createRecord(store, branch, 'person', { name: 'Ana' }, 'ana');
    await note('b');
    const [first, second, third] = await all();
    assert.deepEqual(await readChanges(store, branch, { after: first!.number, limit: 1 }), [second]);
    assert.deepEqual(await all('note'), [first, third]);
    await assert.rejects(all('nothing'), refusal('not_found'));
  });

  it('contains every change of parallel writers exactly once', async () => {
    assert.deepEqual(await readWriteCounter(store, branch, 'note'), { epoch: 0, value: 0, slots: Array(32).fill(0) });
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      const made = await note(`of ${writer}`);
      await updateRecord(store, branch, 'note', made.id, { revision: 1, fields: { title: `again ${writer}` } }, 'ana');
      if (writer % 2 === 0) await deleteRecord(store, branch, 'note', made.id, {}, 'ana');
    });
    await Promise.all(writers);
    const entries = await all('note');
    const counter = await readWriteCounter(store, branch, 'note');
    assert.equal(entries.length, 50);
    assert.equal(counter.value, 50);
    assert.equal(counter.epoch, 1);
    assert.equal(new Set(entries.map(({ number }) => number)).size, 50);
    assert.deepEqual(
      ticksBySlot(entries),
      counter.slots.map((value) => Array.from({ length: value }, (_, index) => index + 1)),
    );
  });

  it('matches the records and the write counter after writers are killed', async () => {
    const source = `
      import { openBranch } from ${sourceOf('branches/index.ts')};
      import { openStore } from ${sourceOf('index.ts')};
      import { createRecord, updateRecord } from ${sourceOf('records/index.ts')};
      const store = await openStore({ uri: ${JSON.stringify(testUri())}, databasePrefix: ${JSON.stringify(store.system.databaseName)} });
      const branch = await openBranch(store, ${JSON.stringify(branch.workspaceId)}, 'main');
      const write = async () => {
        for (;;) {
          const { id } = await createRecord(store, branch, 'note', { title: 'x' }, 'ana');
          process.stdout.write(id + ' 1\\n');
          await updateRecord(store, branch, 'note', id, { revision: 1, fields: { title: 'y' } }, 'ana');
          process.stdout.write(id + ' 2\\n');
        }
      };
      await Promise.all([write(), write(), write(), write()]);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text as string;
      if (output.length > 1000) child.kill('SIGKILL');
    }
    const acknowledged = new Map(
      output
        .split('\n')
        .filter((line) => / [12]$/.test(line))
        .map((line) => line.split(' ') as [string, string]),
    );
    assert.ok(acknowledged.size > 5);
    const entries = await all('note');
    const { records } = await listRecords(store, branch, 'note', { limit: 1000 });
    const revisions = new Map(records.map(({ id, revision }) => [id, revision]));
    for (const [id, revision] of acknowledged)
      assert.ok(revisions.get(id)! >= Number(revision), 'nothing acknowledged is lost');
    const sum = records.reduce((total, { revision }) => total + revision, 0);
    assert.equal(entries.length, sum);
    assert.equal((await readWriteCounter(store, branch, 'note')).value, sum);
    assert.equal((await collectionFacts(store, branch)).note!.approximateCount, records.length);
  });

  it('finds exactly the entries after a moment by its counter slots', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, index) => note(`early ${index}`)));
    const { slots } = await readWriteCounter(store, branch, 'note');
    const late = await Promise.all(Array.from({ length: 10 }, (_, index) => note(`late ${index}`)));
    const missed = ((await all('note')) as RecordChange[]).filter(({ slot, tick }) => tick > slots[slot]!);
    assert.deepEqual(missed.map(({ id }) => id).sort(), late.map(({ id }) => id).sort());
  });
});

function ticksBySlot(entries: ChangeEntry[]): number[][] {
  const slots: number[][] = Array.from({ length: 32 }, () => []);
  for (const { slot, tick } of entries) slots[slot]!.push(tick);
  return slots.map((ticks) => ticks.sort((left, right) => left - right));
}
