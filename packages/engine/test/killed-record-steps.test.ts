import type { Workflow } from '@tallyhook/schemas';
import { listRecords } from '@tallyhook/store/records';
import { listStepResults } from '@tallyhook/store/runs';
import { connectTemporal, startDeliveryRuns, type TemporalClient } from '../src/client/index.ts';
import assert from 'node:assert/strict';
import { engineAddresses, namespace } from './engines.ts';
import { startMongoProxy } from './mongo-proxy.ts';
import { runWorker, runWorkerProcess, soonLost } from './run-worker.ts';
import { createWorld, type World } from './world.ts';

const isLong = process.env['TALLYHOOK_LONG'] === '1';
const kills = isLong ? 200 : 6;

interface Moment {
  /** Called once for each worker. */
  holdAt(): (message: Buffer) => boolean;
  passesIt?: true;
}

/** Moments after the record of a step was written, and before the workflow task with the step has ended. */
const moments: Moment[] = [
  {
    holdAt() {
      let hasWritten = false;
      return (message) => {
        hasWritten ||= message.includes('record_writes') && message.includes('insert');
        return hasWritten && message.includes('commitTransaction');
      };
    },
    passesIt: true,
  },
  { holdAt: () => (message) => message.includes('step_results') && message.includes('completed') },
  { holdAt: () => (message) => message.includes('\0runs\0') && message.includes('completed') },
];

describe(`Record steps, with ${kills} workers killed before their workflow task has ended`, function () {
  this.timeout(isLong ? 3_600_000 : 300_000);
  let world: World;
  let temporal: TemporalClient;

  before(async () => {
    world = await createWorld({ steps: noteAndLoop });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  });
  after(async () => {
    await temporal.close();
    await world.close();
  });

  it('write one record each', async () => {
    const written = () => world.store.system.collection('record_writes').countDocuments();
    for (let kill = 0; kill < kills; kill++) {
      const { holdAt, passesIt = false } = moments[kill % moments.length]!;
      const before = await written();
      const proxy = await startMongoProxy(holdAt(), { passesIt });
      const worker = await runWorkerProcess(world, proxy.uri);
      await startDeliveryRuns(world.store, temporal, await world.keepDelivery(), soonLost);
      await proxy.held;
      if (passesIt) await world.until('the record to be written', async () => (await written()) > before);
      await worker.kill('SIGKILL');
      await proxy.close();
    }

    const last = await runWorker(world);
    await world.until('all runs to end', async () => (await world.runs()).every(({ endedAt }) => endedAt));
    await last.stop();

    const runs = await world.runs();
    assert.deepEqual(
      runs.map(({ status, error }) => ({ status, error })),
      Array.from({ length: kills }, () => ({ status: 'completed', error: null })),
    );
    const results = (await Promise.all(runs.map(({ id }) => listStepResults(world.store, id)))).flat();
    for (const [stepId, type, perRun] of [
      ['note', 'note', 1],
      ['part', 'document', 2],
    ] as const) {
      const shown = results.filter((result) => result.stepId === stepId).map(({ output }) => (output as Made).id);
      const records = await recordIds(type);
      assert.equal(records.length, kills * perRun, `records of ${stepId}`);
      assert.deepEqual(shown.toSorted(), records.toSorted());
    }
  });

  async function recordIds(type: string): Promise<string[]> {
    const { records } = await listRecords(world.store, world.branch, type, { limit: 500 });
    return records.map(({ id }) => id);
  }
});

interface Made {
  id: string;
}

function noteAndLoop(): Workflow['steps'] {
  return [
    { id: 'note', kind: 'createRecord', type: 'note', fields: { title: 'A note' } },
    {
      id: 'each',
      kind: 'forEach',
      list: ['a', 'b'],
      steps: [{ id: 'part', kind: 'createRecord', type: 'document', fields: { title: '{{item}}' } }],
    },
  ];
}
