import assert from 'node:assert/strict';
import { startMeter, type Meter } from './meter.ts';
import { runWorkerProcess } from './run-worker.ts';
import type { Child } from './child.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

describe('Two workers', function () {
  this.timeout(240_000);
  let meter: Meter;
  let world: UploadWorld;
  let workers: Child[];

  async function begin(rateLimit?: { limit: number; windowMs: number }): Promise<void> {
    meter = await startMeter(rateLimit);
    world = await createUploadWorld({ connector: meter.connector, sizeBytes: 1 });
    workers = await Promise.all([runWorkerProcess(world), runWorkerProcess(world)]);
  }

  async function endOfRuns(count: number): Promise<string[]> {
    const statuses = async () => (await world.runs()).filter(({ endedAt }) => endedAt).map(({ status }) => status);
    await world.until(`${count} runs to end`, async () => (await statuses()).length === count, 120_000);
    return statuses();
  }

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
    await world.close();
    await meter.close();
  });

  it('never exceed the rate limit of an account together, also when one of them dies', async () => {
    const rate = { limit: 5, windowMs: 5_000 };
    await begin(rate);
    for (let count = 0; count < 16; count++) await world.start();
    await world.until('the first requests', () => Promise.resolve(meter.arrivals.length >= 6));
    await workers[0]!.kill('SIGKILL');
    await world.until('most requests', () => Promise.resolve(meter.arrivals.length >= 14), 120_000);
    const { arrivals, notBefore } = meter;
    const busiest = arrivals.map(
      (from, first) => arrivals.filter((at) => at >= from && at < notBefore[first]! + rate.windowMs).length,
    );
    assert.ok(Math.max(...busiest) <= rate.limit, `${Math.max(...busiest)} requests in a window: ${arrivals.join()}`);
  });

  it('both wait when the service answered 429 with Retry-After to one of them', async () => {
    await begin();
    meter.refuseOnce(4);
    await world.start();
    await world.until('the refusal', async () => {
      const row = await world.store.system.collection('linked_accounts').findOne({ pausedUntil: { $exists: true } });
      return row !== null;
    });
    const refusedAt = meter.arrivals[0]!;
    await Promise.all(Array.from({ length: 10 }, () => world.start()));
    assert.deepEqual([...new Set(await endOfRuns(11))], ['completed']);
    const second = meter.arrivals[1]!;
    assert.ok(second - refusedAt >= 3_900, `asked again after ${second - refusedAt} ms`);
    assert.equal(meter.arrivals.length, 12);
  });
});
