import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store } from '../src/database/store.ts';
import { createSharedTurns, type SharedTurns } from '../src/turns/index.ts';
import { takeTurns } from '../src/turns/turns.ts';

describe('Turns that processes take together', function () {
  this.timeout(60_000);
  let stores: Store[];

  beforeEach(async () => {
    const uri = process.env.MONGODB_URI;
    assert.ok(uri, 'Set MONGODB_URI to a MongoDB replica set: these tests write to a real one.');
    const databasePrefix = `test_${randomBytes(6).toString('hex')}`;
    stores = [await openStore({ uri, databasePrefix }), await openStore({ uri, databasePrefix })];
  });
  afterEach(async () => {
    await stores[0]!.system.dropDatabase();
    for (const store of stores) await store.close();
  });

  /** Takes turns as often as it gets some, until the end; returns when it took them. */
  async function takeUntil(turns: SharedTurns, rate: { limit: number; windowMs: number }, endAt: number) {
    const times: number[] = [];
    while (performance.now() < endAt) {
      const waitMs = await turns.take('x', rate);
      if (waitMs === 0) times.push(performance.now());
      else await sleep(Math.min(waitMs, 50));
    }
    return times;
  }

  for (const rate of [
    { limit: 5, windowMs: 1_000 },
    { limit: 200, windowMs: 500 },
  ]) {
    it(`never exceed ${rate.limit} in any ${rate.windowMs} ms, and use most of them`, async () => {
      const endAt = performance.now() + 5_000;
      const all = stores.map(createSharedTurns).map((turns) => takeUntil(turns, rate, endAt));
      const times = (await Promise.all(all)).flat().sort((one, other) => one - other);
      // As they are taken; requests may be on the way for some time.
      const busiest = Math.max(
        ...times.map((from) => times.filter((at) => at >= from && at < from + rate.windowMs).length),
      );
      assert.ok(busiest <= rate.limit, `${busiest} in a window`);
      const most = (rate.limit * 5_000) / rate.windowMs;
      assert.ok(times.length > most / 2, `only ${times.length} of ${most}`);
    });
  }

  it('let everything through that arrives steadily a little below the rate', async () => {
    const turns = createSharedTurns(stores[0]!);
    const rate = { limit: 100, windowMs: 2_000, isForArrivals: true } as const;
    const startedAt = performance.now();
    for (let arrived = 0; arrived < 240; arrived++) {
      await sleep(Math.max(0, startedAt + arrived * 23 - performance.now()));
      assert.equal(await turns.take('x', rate), 0, `arrival ${arrived}`);
    }
  });

  it('cost a process that sends much one write for several requests', async () => {
    let writes = 0;
    const turns = createSharedTurns(stores[0]!);
    const collection = stores[0]!.system.collection.bind(stores[0]!.system);
    stores[0]!.system.collection = (name: string, options: object) => {
      writes++;
      return collection(name, options);
    };
    let taken = 0;
    for (const endAt = performance.now() + 2_000; performance.now() < endAt; await sleep(2))
      if ((await turns.take('x', { limit: 10_000, windowMs: 10_000 })) === 0) taken++;
    assert.ok(taken > 100 && writes < taken / 10, `${writes} writes for ${taken} requests`);
  });

  it('come back one window after their process died', async () => {
    const rate = { limit: 3, windowMs: 600 };
    const { count } = await takeTurns(stores[0]!, 'x', { ...rate, wanted: 3, leaseMs: 60 });
    assert.equal(count, 3);
    const turns = createSharedTurns(stores[1]!);
    const waitMs = await turns.take('x', rate);
    assert.ok(waitMs > 300 && waitMs <= 800, String(waitMs));
    await sleep(waitMs);
    assert.equal(await turns.take('x', rate), 0);
  });

  it('come back at once if a process did not need them', async () => {
    const rate = { limit: 40, windowMs: 60_000 };
    const turns = createSharedTurns(stores[0]!);
    for (let count = 0; count < 8; count++) assert.equal(await turns.take('x', rate), 0);
    await sleep(1_500);
    const other = await takeTurns(stores[1]!, 'x', { ...rate, wanted: 40, leaseMs: 1_000 });
    assert.equal(other.count, 32);
  });
});
