import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { changeDefinition } from '@tallyhook/store/definitions';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { listRecords } from '@tallyhook/store/records';
import { getRun, listSends, listStepResults, type Run } from '@tallyhook/store/runs';
import {
  connectTemporal,
  queueAgain,
  queueByHand,
  startDeliveryRuns,
  startRun,
  type Again,
  type TemporalClient,
} from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { commentWith, createWorld, type World } from './world.ts';

const steps = (): Workflow['steps'] => [
  { id: 'make', kind: 'createRecord', type: 'ticket', fields: { title: 'From {{trigger.payload.issue.number}}' } },
  commentWith('first', 'First'),
  {
    id: 'each',
    kind: 'forEach',
    list: [1, 2, 3],
    steps: [commentWith('comment', 'Turn {{item}}')],
  },
];

describe('A run that is run again', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker | undefined;

  beforeEach(async () => {
    world = await createWorld({ steps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    worker = await runWorker(world);
    await worker.worker.ready;
  });
  afterEach(async () => {
    await worker?.stop();
    await temporal.close();
    await world.close();
  });

  /** Comments: the first and the first turn arrive, the second turn gets no answer. */
  async function failInTheLoop(): Promise<Run> {
    await world.github.setFaults('none', 'none', 'reset');
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const run = await world.endOfRun();
    assert.deepEqual(
      [run.status, run.error?.stepId, run.error?.item],
      ['failed', 'comment', '1'],
      JSON.stringify(run.error),
    );
    return run;
  }
  async function again(run: Run, how: Pick<Again, 'from' | 'version'>) {
    const queued = await queueAgain(world.store, run, { ...how, by: 'a person' });
    await startRun(world.store, temporal, queued);
    await world.endOfRun();
    return { ...(await getRun(world.store, queued.id))!, steps: await listStepResults(world.store, queued.id) };
  }
  const made = async () =>
    (await listRecords(world.store, world.branch, 'ticket', { limit: 100 })).records.filter(
      ({ fields }) => fields.title === 'From 7',
    ).length;

  it('goes on from the failed step: nothing that was completed, sent or written happens again', async () => {
    const failed = await failInTheLoop();
    const run = await again(failed, { from: 'failedStep', version: 'same' });
    assert.deepEqual([run.status, run.attempt, run.againOf, run.againBy], ['completed', 2, failed.id, 'a person']);
    assert.deepEqual(await world.github.comments(), ['First', 'Turn 1', 'Turn 2', 'Turn 3']);
    assert.equal(await made(), 1);
    const sends = await listSends(world.store, run.id);
    assert.deepEqual(sends.map(({ stepId, item, count }) => `${stepId} ${item} ${count}`).sort(), [
      'comment 0 1',
      'comment 1 1',
      'comment 2 1',
      'first  1',
    ]);
    assert.equal((await getRun(world.store, failed.id))?.status, 'failed', 'the first attempt stays as it was');
  });

  it('does everything again from the start, with the workflow as it was or as it is now', async () => {
    const failed = await failInTheLoop();
    await changeDefinition(
      world.store,
      world.branch,
      'workflow',
      {
        id: world.workflowId,
        change: ({ definition }) => ({
          definition: { ...(definition as Workflow), steps: [commentWith('only', 'Only this')] },
        }),
      },
      'test',
    );
    const same = await again(failed, { from: 'start', version: 'same' });
    assert.deepEqual([same.status, same.attempt], ['completed', 2]);
    assert.deepEqual(await world.github.comments(), ['First', 'Turn 1', 'First', 'Turn 1', 'Turn 2', 'Turn 3']);
    assert.equal(await made(), 2);
    const newest = await again(same, { from: 'start', version: 'newest' });
    assert.deepEqual([newest.status, newest.attempt, newest.againOf], ['completed', 3, failed.id]);
    assert.equal((await world.github.comments()).at(-1), 'Only this');
  });

  it('does not use an account that was taken out of the workflow meanwhile', async () => {
    const failed = await failInTheLoop();
    const { workspaceId, id: branchId, name: branchName } = world.branch;
    const { workflowId } = world;
    const place = { workspaceId, branchId, branchName, workflowId, definition: failed.definition };
    await publishTriggerRoutes(world.store, place, { on: true, accounts: {} }, 'test');
    const run = await again(failed, { from: 'start', version: 'same' });
    assert.deepEqual([run.status, run.error?.stepId, run.accounts], ['failed', 'first', {}]);
    assert.deepEqual(await world.github.comments(), ['First', 'Turn 1']);
  });

  it('starts by hand only where the trigger is a button', async () => {
    await assert.rejects(queueByHand(world.store, world.branch, { workflowId: world.workflowId, by: 'a person' }), {
      code: 'invalid_request',
    });
  });
});
