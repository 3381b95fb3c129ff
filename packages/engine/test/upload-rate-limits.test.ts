import assert from 'node:assert/strict';
import { listUploads } from '@tallyhook/store/runs';
import type { Child } from './child.ts';
import { startMeter, type Meter } from './meter.ts';
import { runWorkerProcess } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';

const rate = { limit: 10, windowMs: 3_000 };
/** Of one upload: start, another one before the file, three pieces, finish, and whether it is processed. */
const requestsOfUpload = 7;
const uploadCount = 5;

describe('Uploads of two workers', function () {
  this.timeout(240_000);
  let meter: Meter;
  let world: UploadWorld;
  let workers: Child[];

  before(async () => {
    meter = await startMeter(rate);
    const connector = { ...meter.connector, action: 'send-file', fileInput: 'file' };
    world = await createUploadWorld({ connector, sizeBytes: 600_000 });
    workers = await Promise.all([runWorkerProcess(world), runWorkerProcess(world)]);
  });
  after(async () => {
    await Promise.all(workers.map((worker) => worker.kill('SIGKILL')));
    await world.close();
    await meter.close();
  });

  it('never exceed the rate limit of an account together, with all of their requests', async () => {
    for (let count = 0; count < uploadCount; count++) await world.start();
    const states = new Set<string>();
    await world.until(
      'the end of all uploads',
      async () => {
        const runs = await world.runs();
        for (const { id } of runs) for (const { state } of await listUploads(world.store, id)) states.add(state);
        return runs.length === uploadCount && runs.every(({ endedAt }) => endedAt !== null);
      },
      120_000,
    );
    for (const { status, error } of await world.runs()) assert.deepEqual([status, error], ['completed', null]);
    const { arrivals, notBefore } = meter;
    assert.equal(arrivals.length, uploadCount * requestsOfUpload);
    const busiest = arrivals.map(
      (from, first) => arrivals.filter((at) => at >= from && at < notBefore[first]! + rate.windowMs).length,
    );
    assert.ok(Math.max(...busiest) <= rate.limit, `${Math.max(...busiest)} requests in a window: ${arrivals.join()}`);
    // It takes more than two whole windows, and the journal says why.
    assert.ok(arrivals.at(-1)! - arrivals[0]! > 2 * rate.windowMs);
    assert.ok(states.has('limited'), `states: ${[...states].join()}`);
  });

  it('have a journal of each request, and of the waits for the rate limit', async () => {
    const runs = await world.runs();
    const journals = await Promise.all(runs.map(async ({ id }) => (await listUploads(world.store, id))[0]!.lines!));
    const sent = journals.map((lines) => lines.filter(({ result }) => result !== 'waited'));
    for (const lines of sent) {
      assert.deepEqual(
        lines.map(({ request, piece, start, endExclusive, status, result }) => [
          ...[request, piece, start, endExclusive, status],
          result,
        ]),
        [
          ['start', undefined, undefined, undefined, 201, 'answered'],
          ['start:ready', undefined, undefined, undefined, 201, 'answered'],
          ['transfer', 1, 0, 262_144, 202, 'answered'],
          ['transfer', 2, 262_144, 524_288, 202, 'answered'],
          ['transfer', 3, 524_288, 600_000, 201, 'answered'],
          ['finish', undefined, undefined, undefined, 201, 'answered'],
          ['processed', undefined, undefined, undefined, 201, 'answered'],
        ],
      );
    }
    const waits = journals.flat().filter(({ result }) => result === 'waited');
    assert.ok(waits.length > 0 && waits.every(({ ms }) => ms! > 0));
    assert.doesNotMatch(JSON.stringify(journals), /files\/1|a token/);
  });
});
