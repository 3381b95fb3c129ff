import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTemporal, startDeliveryRuns, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { startMongoProxy } from './mongo-proxy.ts';
import { runWorker, runWorkerProcess, soonLost, type TestWorker } from './run-worker.ts';
import { createWorld, type World } from './world.ts';

describe('Engine with dying workers', () => {
  let world: World;
  let temporal: TemporalClient;
  let second: TestWorker | undefined;

  beforeEach(async () => {
    world = await createWorld();
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  });

  afterEach(async () => {
    await second?.stop();
    second = undefined;
    await temporal.close();
    await world.close();
  });

  /** Starts a run, kills its worker once `held` resolves, and lets another worker take over. */
  async function killAndCarryOn(held: () => Promise<void>, uri?: string) {
    const first = await runWorkerProcess(world, uri);
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery(), soonLost);
    await held();
    await first.kill('SIGKILL');
    second = await runWorker(world);
    return world.endOfRun();
  }

  async function killAtMessage(holdAt: (message: Buffer) => boolean) {
    const proxy = await startMongoProxy(holdAt);
    const run = await killAndCarryOn(() => proxy.held, proxy.uri);
    await proxy.close();
    return run;
  }

  describe('A worker that is killed', () => {
    it('during its request leaves an unknown outcome, and the request is not repeated', async () => {
      await world.github.setFaults('hang');
      const run = await killAndCarryOn(async () => {
        while ((await world.github.requests()) === 0) await pause(25);
      });
      assert.deepEqual([run.status, run.error?.code, run.error?.stepId], ['failed', 'unknown_outcome', 'comment']);
      assert.match(run.error?.message ?? '', /^POST api\.github\.com was started at \d{4}-.*not sent again/);
      assert.equal(await world.github.requests(), 1);
    });

    it('before it sent anything is replaced by another, which makes the one comment', async () => {
      const run = await killAtMessage((message) => message.includes('insert') && message.includes('\0sends\0'));
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [1, 1]);
    });

    it('after the answer was stored is replaced by another, which continues from it', async () => {
      const run = await killAtMessage(
        (message) => message.includes('step_results') && message.includes('issuecomment'),
      );
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.match(JSON.stringify(run.steps[1]?.output), /issuecomment/);
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [1, 1]);
    });

    it('during the report is replaced by another', async () => {
      const run = await killAtMessage((message) => message.includes('step_results') && message.includes('overall'));
      assert.equal(run.status, 'completed');
      assert.equal((await world.github.comments()).length, 1);
    });
  });
});
