import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { checkWorkflow } from '@tallyhook/sdk';
import { listSends } from '@tallyhook/store/runs';
import { connectTemporal, startDeliveryRuns, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { kindsWithRepeat, nestedSteps } from './repeat.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { commentWith, createWorld, type World } from './world.ts';

describe('Nested steps of an added kind', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker | undefined;

  beforeEach(async () => {
    world = await createWorld({ steps: nestedSteps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  });

  afterEach(async () => {
    await worker?.stop();
    await temporal.close();
    await world.close();
  });

  async function runToEnd(...faults: string[]) {
    await world.github.setFaults(...faults);
    worker = await runWorker(world, { kinds: kindsWithRepeat });
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const run = await world.endOfRun();
    return { ...run, results: run.steps.map(({ stepId, item, status }) => [stepId, item, status].join(' ')).sort() };
  }

  it('run in turns, each with its own results and requests', async () => {
    const run = await runToEnd();
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(run.results, [
      'again 0 completed',
      'again 1 completed',
      'comment 0 completed',
      'comment 1 completed',
      'count  completed',
      'last  completed',
      'recount 0/0 completed',
      'recount 0/1 completed',
      'recount 1/0 completed',
      'recount 1/1 completed',
      'twice  completed',
    ]);
    assert.deepEqual(await world.github.comments(), ['1: 2 open', '2: 2 open', 'Said 2 times']);
    const sends = await listSends(world.store, run.id);
    assert.deepEqual(
      sends.map(({ stepId, item, state, count }) => [stepId, item, state, count]),
      [
        ['comment', '0', 'answered', 1],
        ['comment', '1', 'answered', 1],
        ['last', '', 'answered', 1],
      ],
    );
  });

  it('fail with their turn and fail the enclosing step', async () => {
    const run = await runToEnd('none', 'stored-reset');
    assert.deepEqual(
      [run.status, run.error?.code, run.error?.stepId, run.error?.item],
      ['failed', 'unknown_outcome', 'comment', '1'],
    );
    assert.deepEqual(run.results, [
      'again 0 completed',
      'comment 0 completed',
      'comment 1 failed',
      'count  completed',
      'recount 0/0 completed',
      'recount 0/1 completed',
      'twice  failed',
    ]);
    assert.equal(run.steps.find(({ stepId }) => stepId === 'twice')?.error?.message, 'A step inside this one failed.');
  });

  it('are retried only in their turn', async () => {
    const run = await runToEnd('none', '429');
    assert.equal(run.status, 'completed');
    assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [4, 3]);
  });

  it('are checked: their templates see the names of the turn, and others do not see them', () => {
    const steps = nestedSteps(world.reportId);
    const trigger = { kind: 'connector' as const, connector: 'github', events: ['*'] };
    const mistakes = (...changed: object[]) =>
      checkWorkflow({ name: 'x', trigger, steps: changed as Workflow['steps'] }, kindsWithRepeat.declared).map(
        ({ pointer, code }) => [pointer, code],
      );
    assert.deepEqual(mistakes(...steps), []);
    const outside = commentWith('outside', '{{item.number}} {{steps.comment.output}}');
    assert.deepEqual(mistakes(...steps, outside), [
      ['#/steps/3/input/body', 'unknown_name'],
      ['#/steps/3/input/body', 'unknown_name'],
    ]);
    const inside = commentWith('count', '{{item.nummer}} {{steps.twice.output}}');
    assert.deepEqual(mistakes(steps[0]!, { ...steps[1]!, steps: [inside] }), [
      ['#/steps/1/steps/0/id', 'duplicate'],
      ['#/steps/1/steps/0/input/body', 'unknown_name'],
      ['#/steps/1/steps/0/input/body', 'unknown_name'],
    ]);
  });
});
