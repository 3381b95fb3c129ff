import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Read, ReadResults } from '@tallyhook/query';
import { people } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import type { Branch } from '../src/branches/index.ts';
import { collectionFacts, momentOf } from '../src/collections/index.ts';
import { newId, type Store } from '../src/index.ts';
import { createApiKey } from '../src/keys/index.ts';
import { createPerson } from '../src/people/index.ts';
import { readLabels, startTurn, readPlan, type ReadPlanOptions } from '../src/questions/index.ts';
import { createRecord, deleteRecord, type RecordRow } from '../src/records/index.ts';
import { dropTestStore, openTestStore, problemOf, refusal, workBranch } from './test-store.ts';

const rowsOf = (results: ReadResults, id: string) => {
  const result = results[id];
  assert.ok(result?.kind === 'aggregate');
  return result.rows;
};

const countOf = (results: ReadResults, id: string) => {
  const result = results[id];
  assert.ok(result?.kind === 'count');
  return result.count;
};

describe('Reads of a plan', () => {
  let store: Store;
  let branch: Branch;
  let collection: string;
  let person: RecordRow;

  before(async () => {
    store = await openTestStore();
    branch = await workBranch(store);
    person = await createRecord(store, branch, 'person', { name: 'Ana' }, 'ana');
    for (const [title, due] of [
      ['a', '2026-03-01'],
      ['b', '2026-03-31'],
      ['c', null],
    ]) {
      await createRecord(store, branch, 'ticket', { title, due, assignee: person.id, labels: ['bug'] }, 'ana');
    }
    collection = (await collectionFacts(store, branch)).ticket!.collection!;
  });

  after(() => dropTestStore(store));

  const read = (reads: Read[], options: Partial<ReadPlanOptions> = {}) =>
    readPlan(store, branch, reads, { turn: startTurn({ limitMs: 8000 }), ...options });

  it('find relations by id and days by midnight, and return ids as 24 hex digits', async () => {
    const results = await read([
      {
        id: 'groups',
        kind: 'aggregate',
        collection,
        pipeline: [
          { $match: { assignee: { $in: [{ $oid: person.id }, { $oid: newId() }] } } },
          {
            $group: {
              _id: { assignee: '$assignee', month: { $dateTrunc: { date: '$due', unit: 'month' } } },
              count: { $sum: 1 },
            },
          },
          { $sort: { count: 1 } },
        ],
      },
      { id: 'people', kind: 'distinct', collection, field: 'assignee', match: {} },
      {
        id: 'march',
        kind: 'count',
        collection,
        match: { due: { $gte: new Date('2026-03-01'), $lt: new Date('2026-04-01') } },
      },
    ]);
    assert.deepEqual(rowsOf(results, 'groups'), [
      { _id: { assignee: person.id, month: null }, count: 1 },
      { _id: { assignee: person.id, month: new Date('2026-03-01') }, count: 2 },
    ]);
    assert.deepEqual(results.people, { kind: 'distinct', values: [Buffer.from(person.id, 'hex').toString('latin1')] });
    assert.equal(countOf(results, 'march'), 2);
  });

  it('return nothing for a type that was never written', async () => {
    assert.deepEqual(
      await read([
        { id: 'count', kind: 'count', collection: null, match: {} },
        { id: 'rows', kind: 'aggregate', collection: null, pipeline: [] },
        { id: 'values', kind: 'distinct', collection: null, field: 'title', match: {} },
      ]),
      {
        count: { kind: 'count', count: 0 },
        rows: { kind: 'aggregate', rows: [] },
        values: { kind: 'distinct', values: [] },
      },
    );
  });

  it('see the snapshot of their plan, whatever is written later', async () => {
    const { facts, moment } = await momentOf(store, branch, ['ticket']);
    assert.equal(facts.ticket!.collection, collection);
    assert.equal(facts.ticket!.listsAreSets, true);
    const late = await createRecord(store, branch, 'ticket', { title: 'late' }, 'ana');
    const reads: Read[] = [
      { id: 'counted', kind: 'count', collection, match: {} },
      { id: 'rows', kind: 'aggregate', collection, pipeline: [{ $group: { _id: null, n: { $sum: 1 } } }] },
    ];
    const then = await read(reads, { moment });
    const now = await read(reads, { moment: (await momentOf(store, branch, ['ticket'])).moment });
    await deleteRecord(store, branch, 'ticket', late.id, {}, 'ana');
    assert.deepEqual([countOf(then, 'counted'), rowsOf(then, 'rows')[0]!.n], [3, 3]);
    assert.deepEqual([countOf(now, 'counted'), rowsOf(now, 'rows')[0]!.n], [4, 4]);
  });

  it('know no facts of unknown types, and no collection before the first write', async () => {
    assert.deepEqual((await momentOf(store, branch, ['nosuch'])).facts, {});
    const { facts, moment } = await momentOf(store, branch, ['note']);
    assert.equal(facts.note!.collection, null);
    assert.equal(moment.entries.size, 0);
  });

  it('return all rows of an answer of several batches', async () => {
    const pipeline = [{ $limit: 1 }, { $project: { n: { $range: [0, 5000] } } }, { $unwind: '$n' }];
    const rows = rowsOf(await read([{ id: 'all', kind: 'aggregate', collection, pipeline }]), 'all');
    assert.deepEqual(
      rows.map(({ n }) => n),
      Array.from({ length: 5000 }, (_, index) => index),
    );
  });

  it('count exactly, with and without a condition, also after a delete', async () => {
    const own = await workBranch(store);
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => createRecord(store, own, 'note', { title: `${index % 3}` }, 'ana')),
    );
    await deleteRecord(store, own, 'note', made[0]!.id, {}, 'ana');
    const facts = (await collectionFacts(store, own)).note!;
    const countWhere = async (match: object) => {
      const reads: Read[] = [{ id: 'n', kind: 'count', collection: facts.collection, match: { ...match } }];
      return countOf(await readPlan(store, own, reads, { turn: startTurn({ limitMs: 8000 }) }), 'n');
    };
    assert.equal(facts.approximateCount, 11);
    assert.deepEqual(facts.indexes, [{ name: '_id_', key: { _id: 1 } }]);
    assert.equal(await countWhere({}), 11);
    assert.equal(await countWhere({ title: '1' }), 4);
  });

  it('share a snapshot: two reads of one plan agree while others write', async () => {
    const own = await workBranch(store);
    await createRecord(store, own, 'note', { title: 'first' }, 'ana');
    const name = (await collectionFacts(store, own)).note!.collection;
    let isWriting = true;
    const write = async () => {
      while (isWriting) await createRecord(store, own, 'note', { title: 'more' }, 'ana');
    };
    const writers = Promise.all([write(), write(), write()]);
    const count = (id: string): Read => ({ id, kind: 'aggregate', collection: name, pipeline: [{ $count: 'n' }] });
    const seen = new Set<unknown>();
    for (let round = 0; round < 25; round++) {
      const results = await readPlan(
        store,
        own,
        [...'abcdef'].map(count).concat({ id: 'count', kind: 'count', collection: name, match: {} }),
        { turn: startTurn({ limitMs: 8000 }) },
      );
      const counts = [...'abcdef'].map((id) => rowsOf(results, id)[0]!.n);
      assert.deepEqual([...counts, countOf(results, 'count')], Array(7).fill(counts[0]));
      seen.add(counts[0]);
    }
    isWriting = false;
    await writers;
    assert.ok(seen.size > 5, 'others wrote meanwhile');
  });

  describe('of a question that takes too long', () => {
    const marker = newId();
    /** Half a minute of short pauses; the server checks for cancellation between them. */
    const slow = (id = 'slow'): Read => ({
      id,
      kind: 'aggregate',
      collection,
      pipeline: [
        { $limit: 1 },
        { $project: { n: { $range: [0, 1_500] } } },
        { $unwind: '$n' },
        {
          $match: {
            $expr: {
              $function: { body: `function (n) { sleep(20); return "${marker}" + n; }`, args: ['$n'], lang: 'js' },
            },
          },
        },
      ],
    });
    const running = async () => {
      const operations = await store.client
        .db('admin')
        .aggregate([{ $currentOp: {} }], { readConcern: { level: 'local' } })
        .toArray();
      return operations.filter((operation) => JSON.stringify(operation.command ?? {}).includes(marker)).length;
    };
    const untilRunning = async (wanted: number, withinMs: number) => {
      const giveUpAt = Date.now() + withinMs;
      while ((await running()) !== wanted) {
        assert.ok(Date.now() < giveUpAt, `still not ${wanted} operations on the server after ${withinMs} ms`);
        await pause(20);
      }
    };

    it('are stopped on the server at the time limit, which the refusal names', async () => {
      const startedAt = Date.now();
      const problem = await problemOf(read([slow()], { turn: startTurn({ limitMs: 400 }) }));
      assert.equal(problem.code, 'query_timeout');
      assert.deepEqual(problem.members, { limitMs: 400 });
      assert.ok(Date.now() - startedAt < 15_000);
      await untilRunning(0, 15_000);
    });

    it('are stopped on the server when the client disconnects', async () => {
      const leaving = new AbortController();
      const both = [slow(), slow('other')];
      const answer = read(both, { turn: startTurn({ limitMs: 60_000, left: leaving.signal }) });
      await untilRunning(2, 15_000);
      leaving.abort(new Error('gone'));
      await assert.rejects(answer, /^Error: gone$/);
      await untilRunning(0, 15_000);
    });

    it('do not start if the time limit has passed', async () => {
      await assert.rejects(read([slow()], { turn: startTurn({ limitMs: -1 }) }), refusal('query_timeout'));
    });

    it('are stopped together when one of them fails', async () => {
      const wrong: Read = {
        id: 'wrong',
        kind: 'aggregate',
        collection,
        pipeline: [{ $match: { $expr: { $divide: [1, 0] } } }],
      };
      const both = read([slow(), wrong], { turn: startTurn({ limitMs: 60_000 }) });
      await assert.rejects(both, /divide by zero/);
      await untilRunning(0, 15_000);
    });
  });

  it('are refused with advice if the groups do not fit into memory', async () => {
    const long = {
      $reduce: { input: { $range: [0, 17] }, initialValue: 'x', in: { $concat: ['$$value', '$$value'] } },
    };
    const problem = await problemOf(
      read([
        {
          id: 'many',
          kind: 'aggregate',
          collection,
          pipeline: [
            { $limit: 1 },
            { $project: { n: { $range: [0, 1000] } } },
            { $unwind: '$n' },
            { $group: { _id: '$n', all: { $push: { $concat: [long, { $toString: '$n' }] } } } },
            { $count: 'n' },
          ],
        },
      ]),
    );
    assert.equal(problem.code, 'invalid_question');
    assert.deepEqual(
      problem.errors.map(({ code }) => code),
      ['too_many_groups'],
    );
  });

  it('are refused, not answered as empty, if the collection was dropped after planning', async () => {
    const gone: Read = { id: 'n', kind: 'aggregate', collection: 'records_gone', pipeline: [{ $count: 'n' }] };
    await assert.rejects(read([gone]), refusal('unavailable'));
  });
});

describe('Labels', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
    branch = await workBranch(store);
  });

  after(() => dropTestStore(store));

  it('name the records behind ids and omit deleted ones', async () => {
    const ana = await createRecord(store, branch, 'person', { name: 'Ana' }, 'ana');
    const note = await createRecord(store, branch, 'note', { title: 'Read me' }, 'ana');
    const wanted = { person: [ana.id, new ObjectId().toHexString(), 'no id'], note: [note.id], ticket: [newId()] };
    assert.deepEqual(await readLabels(store, branch, wanted), {
      person: { [ana.id]: 'Ana' },
      note: { [note.id]: 'Read me' },
      ticket: {},
    });
  });

  it('name people, including former members, and API keys', async () => {
    const { workspaceId } = branch;
    const now = new Date();
    const given = { email: `${newId()}@example.com`, password: 'correct horse', by: 'system', now };
    const bo = await createPerson(store, { ...given, name: 'Bo' });
    const { row } = await createApiKey(
      store,
      { workspaceId, branch, name: 'Nightly', access: 'write' },
      { by: bo.id, now },
    );
    const gone = `key:${newId()}`;
    assert.deepEqual(await readLabels(store, branch, { [people]: [bo.id, newId(), `key:${row.id}`, gone] }), {
      [people]: { [bo.id]: 'Bo', [`key:${row.id}`]: 'API key “Nightly”', [gone]: 'A revoked API key' },
    });
  });
});
