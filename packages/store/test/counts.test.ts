import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { CountRead, Read } from '@tallyhook/query';
import type { Branch } from '../src/branches/index.ts';
import { momentOf } from '../src/collections/index.ts';
import { importCsv } from '../src/imports/index.ts';
import type { Store } from '../src/index.ts';
import { readPlan, startTurn } from '../src/questions/index.ts';
import { createRecord, deleteRecord, updateRecord } from '../src/records/index.ts';
import { countWithLooks } from '../src/questions/count-with-looks.ts';
import type { CachedLooks } from '../src/questions/cached-looks.ts';
import { dropTestStore, openTestStore, workBranch } from './test-store.ts';

describe('Counts in a snapshot', () => {
  let store: Store;
  let branch: Branch;

  before(async () => {
    store = await openTestStore();
  });

  beforeEach(async () => {
    branch = await workBranch(store);
    await ticket('open');
    await ticket('open');
    await ticket('done');
  });

  after(() => dropTestStore(store));

  const ticket = (title: string) => createRecord(store, branch, 'ticket', { title }, 'ana');
  const rows = (count: number) => `title\n${'open\n'.repeat(count)}`;
  const bring = (text: string) =>
    importCsv(store, branch, { type: 'ticket', open: () => Readable.from([Buffer.from(text)]), by: 'ana' });

  async function now() {
    const { facts, moment } = await momentOf(store, branch, ['ticket']);
    const { collection } = facts.ticket!;
    const reads: CountRead[] = [
      { id: 'open', kind: 'count', collection, match: { title: { $eq: 'open' } }, follows: true },
      { id: 'done', kind: 'count', collection, match: { title: { $eq: 'done' } }, follows: true },
      { id: 'all', kind: 'count', collection, match: {}, follows: true },
    ];
    return { moment, reads, collection: collection! };
  }
  const read = (reads: Read[], moment?: Awaited<ReturnType<typeof now>>['moment']) =>
    readPlan(store, branch, reads, { turn: startTurn({ limitMs: 8000 }), moment });
  const counts = (open: number, done: number, all: number) =>
    Object.fromEntries(Object.entries({ open, done, all }).map(([id, count]) => [id, { kind: 'count', count }]));

  const titles = (numbers: Record<string, number>) => ({
    kind: 'aggregate',
    rows: Object.entries(numbers).map(([_id, n]) => ({ _id, n })),
  });
  const titlesOf = (collection: string): Read => {
    const pipeline = [{ $group: { _id: '$title', n: { $sum: 1 } } }, { $sort: { _id: 1 } }];
    return { id: 'titles', kind: 'aggregate', collection, pipeline };
  };

  interface CountOptions {
    /** Runs right before the last command. */
    meanwhile?: () => Promise<unknown>;
    cached?: CachedLooks;
    at?: Awaited<ReturnType<typeof now>>;
    look?: (collection: string) => Read;
    primary?: () => string | undefined;
  }

  /** Counts together with one look; returns the results, the commands that ran, and the reads in the snapshot. */
  async function countBy({ meanwhile, cached = new Map(), at, look = titlesOf, ...more }: CountOptions = {}) {
    const { moment, reads, collection } = at ?? (await now());
    const db = store.workspaceDb(branch.workspaceId);
    const commands: string[] = [];
    const levels: unknown[] = [];
    const readAtMoment: string[] = [];
    const results = await countWithLooks(reads, [look(collection)], {
      snapshot: { db, time: moment.time! },
      entry: moment.entries.get(collection)!,
      cached,
      primary: more.primary ?? (() => store.primary()),
      async run(command) {
        levels.push((command.readConcern as { level: unknown }).level);
        commands.push(Object.keys(command)[0]!);
        if (commands.length === reads.length) await meanwhile?.();
        return db.command(command);
      },
      async read(wanted) {
        readAtMoment.push(...wanted.map(({ id }) => id));
        return read([...wanted], moment);
      },
    });
    return { results, commands, readAtMoment, levels };
  }

  it('use the count command if nothing is written meanwhile', async () => {
    const { results, commands, readAtMoment } = await countBy();
    assert.deepEqual(results, { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) });
    assert.deepEqual(commands, ['count', 'count', 'find']);
    assert.deepEqual(readAtMoment, ['titles']);
  });

  it('read locally, because the majority already has the snapshot', async () => {
    assert.deepEqual((await countBy()).levels, ['local', 'local', 'local']);
    const unknown = await countBy({ primary: () => undefined });
    assert.deepEqual(unknown.levels, ['majority', 'majority', 'majority']);
  });

  it('are repeated in the snapshot if a new primary is elected meanwhile', async () => {
    let primary = store.primary();
    const meanwhile = () => Promise.resolve((primary = 'another'));
    const { results, readAtMoment } = await countBy({ meanwhile, primary: () => primary });
    assert.deepEqual(results, { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) });
    assert.deepEqual(readAtMoment, ['titles', 'open', 'done', 'all']);
  });

  const writes: [string, () => Promise<unknown>][] = [
    ['a record is made', () => ticket('new')],
    ['a few records are imported', () => bring(rows(3))],
    ['many records are imported', () => bring(rows(5_001))],
  ];
  for (const [what, write] of writes) {
    it(`are repeated in the snapshot if ${what} meanwhile`, async () => {
      const { results, readAtMoment } = await countBy({ meanwhile: write });
      assert.deepEqual(results, { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) });
      assert.deepEqual(readAtMoment, ['titles', 'open', 'done', 'all']);
    });
  }

  it('are not repeated after a write to another type or branch', async () => {
    const other = await workBranch(store);
    const meanwhile = async () => {
      await createRecord(store, branch, 'note', { title: 'a note' }, 'ana');
      await createRecord(store, other, 'ticket', { title: 'open' }, 'ana');
    };
    assert.deepEqual((await countBy({ meanwhile })).readAtMoment, ['titles']);
  });

  describe('with cached reads', () => {
    const cached: CachedLooks = new Map();

    beforeEach(async () => {
      cached.clear();
      await countBy({ cached });
    });

    it('use the cache while nothing is written', async () => {
      const { results, readAtMoment } = await countBy({ cached });
      assert.deepEqual(readAtMoment, []);
      assert.deepEqual(results, { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) });
    });

    for (const [what, write] of writes) {
      it(`read again if ${what}`, async () => {
        const before = (await countBy({ cached })).results.titles;
        await write();
        const { results, readAtMoment } = await countBy({ cached });
        assert.deepEqual(readAtMoment, ['titles']);
        assert.notDeepEqual(results.titles, before);
      });

      it(`read and count again if ${what} meanwhile`, async () => {
        const { results, readAtMoment } = await countBy({ cached, meanwhile: write });
        assert.deepEqual(readAtMoment, ['titles', 'open', 'done', 'all']);
        assert.deepEqual(results, { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) });
      });
    }

    it('never use a cached read from a later snapshot', async () => {
      const at = await now();
      await ticket('open');
      await countBy({ cached });
      const { results, readAtMoment } = await countBy({ cached, at });
      assert.deepEqual(readAtMoment, ['titles', 'open', 'done', 'all']);
      assert.deepEqual(results, { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) });
    });

    it('cache different reads separately', async () => {
      const first = (collection: string): Read => ({ ...titlesOf(collection), id: 'first' });
      const other = (collection: string): Read => ({
        id: 'titles',
        kind: 'distinct',
        collection,
        field: 'title',
        match: {},
      });
      assert.deepEqual((await countBy({ cached, look: other })).readAtMoment, ['titles']);
      assert.deepEqual((await countBy({ cached, look: other })).readAtMoment, []);
      const { results, readAtMoment } = await countBy({ cached, look: first });
      assert.deepEqual([readAtMoment, results.first], [[], titles({ done: 1, open: 2 })]);
    });

    it('do not cache reads that join other collections', async () => {
      const joined = (collection: string): Read => ({ ...titlesOf(collection), from: [collection] }) as Read;
      await countBy({ cached, look: joined });
      assert.deepEqual((await countBy({ cached, look: joined })).readAtMoment, ['titles']);
    });
  });

  for (const [what, write] of writes) {
    it(`are those of the snapshot even if ${what} later`, async () => {
      const { moment, reads } = await now();
      await write();
      assert.deepEqual(await read(reads, moment), counts(2, 1, 3));
    });
  }

  it('are those of the snapshot even if records are changed or deleted later', async () => {
    const { id } = await ticket('open');
    const gone = await ticket('done');
    const { moment, reads } = await now();
    await updateRecord(store, branch, 'ticket', id, { revision: 1, fields: { title: 'done' } }, 'ana');
    await deleteRecord(store, branch, 'ticket', gone.id, {}, 'ana');
    assert.deepEqual(await read(reads, moment), counts(3, 2, 5));
    const later = await now();
    assert.deepEqual(await read(later.reads, later.moment), counts(2, 2, 4));
  });

  it('match other reads of the plan, even after a later write', async () => {
    const { moment, reads, collection } = await now();
    const all: Read[] = [...reads, titlesOf(collection)];
    const expected = { ...counts(2, 1, 3), titles: titles({ done: 1, open: 2 }) };
    assert.deepEqual(await read(all, moment), expected);
    await ticket('open');
    assert.deepEqual(await read(all, moment), expected);
  });

  it('add up while others create, change and delete records', async () => {
    let isWriting = true;
    const write = async () => {
      while (isWriting) {
        const { id } = await ticket('open');
        await updateRecord(store, branch, 'ticket', id, { revision: 1, fields: { title: 'done' } }, 'ana');
      }
    };
    const writers = Promise.all([write(), write()]);
    const seen = new Set<number>();
    for (let round = 0; round < 40; round++) {
      const { moment, reads } = await now();
      const { open, done, all } = (await read(reads, moment)) as Record<string, { count: number }>;
      assert.equal(open!.count + done!.count, all!.count);
      seen.add(all!.count);
    }
    isWriting = false;
    await writers;
    assert.ok(seen.size > 5, 'others wrote meanwhile');
  });

  it('are left out if their index is gone', async () => {
    const { moment, reads } = await now();
    const hinted = reads.map((one) => (one.id === 'all' ? one : { ...one, hint: 'title_1' }));
    assert.deepEqual(await read(hinted, moment), {});
    const [alone] = hinted;
    assert.deepEqual(await read([alone!], moment), {});
  });

  it('are left out without a snapshot if they follow other counts', async () => {
    const { reads } = await now();
    assert.deepEqual(await read(reads), {});
    const { follows, ...free } = reads[0]!;
    assert.equal(follows, true);
    assert.deepEqual(await read([free]), { open: { kind: 'count', count: 2 } });
  });
});
