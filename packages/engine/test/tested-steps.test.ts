import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { getDefinition } from '@tallyhook/store/definitions';
import { getRun, listLastRuns, listStepResults, type Run, type StepResult } from '@tallyhook/store/runs';
import {
  connectTemporal,
  queueAgain,
  queueTest,
  readSample,
  startRun,
  type TemporalClient,
} from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { commentWith, createWorld, type World } from './world.ts';

const steps: Workflow['steps'] = [
  commentWith('first', 'First'),
  {
    id: 'if',
    kind: 'condition',
    if: { left: '{{trigger.payload.hot}}', op: 'eq', right: true },
    then: [
      {
        id: 'each',
        kind: 'forEach',
        list: '{{trigger.payload.labels}}',
        steps: [
          { id: 'find', kind: 'findRecords', type: 'ticket', limit: 1 },
          commentWith('inner', '{{index}}: {{item}} after {{steps.first.output.id}}'),
        ],
      },
      commentWith('later', 'Later'),
    ],
  },
  commentWith('last', 'Last'),
];

describe('A step that somebody tests', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker;

  before(async () => {
    world = await createWorld({ steps: () => steps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    worker = await runWorker(world);
    await worker.worker.ready;
  });
  after(async () => {
    await worker.stop();
    await temporal.close();
    await world.close();
  });

  const repository = { name: 'hello-world', owner: { login: 'octo' } };
  const trigger = { payload: { issue: { number: 7 }, repository, hot: false, labels: ['a', 'b'] } };
  const sample = { trigger, steps: { first: { id: 'known' } } };

  async function test(stepId: string, scope: 'step' | 'rest', given = sample): Promise<Run & { steps: StepResult[] }> {
    const { store, branch, workflowId, accountId } = world;
    const { definition } = await getDefinition(store, branch, 'workflow', workflowId);
    const accounts = { github: accountId };
    const trial = {
      workflowId,
      definition: definition as Workflow,
      accounts,
      stepId,
      scope,
      sample: given,
      by: 'test',
    };
    const { id } = await queueTest(store, branch, trial);
    await startRun(store, temporal, (await getRun(store, id))!);
    await world.until('the end of the test', async () => (await getRun(store, id))?.endedAt !== null);
    const run = { ...(await getRun(store, id))!, steps: await listStepResults(store, id) };
    assert.equal(run.status, 'completed', JSON.stringify([run.error, run.steps]));
    return run;
  }
  const newComments = async (work: () => Promise<unknown>) => {
    const before = (await world.github.comments()).length;
    await work();
    return (await world.github.comments()).slice(before);
  };

  it('runs alone, within the condition and the loop around it, with the values of the sample', async () => {
    let run: Awaited<ReturnType<typeof test>> | undefined;
    assert.deepEqual(await newComments(async () => (run = await test('inner', 'step'))), ['0: a after known']);
    assert.ok(run?.isTest);
    const results = run.steps.map(({ stepId, item, status }) => [stepId, item, status]);
    assert.deepEqual(results.sort(), [
      ['each', '', 'completed'],
      ['first', '', 'completed'],
      ['if', '', 'completed'],
      ['inner', '0', 'completed'],
    ]);
  });

  it('or with everything that follows, which meets the real conditions', async () => {
    assert.deepEqual(await newComments(() => test('later', 'rest')), ['Later', 'Last']);
    assert.deepEqual(await newComments(() => test('if', 'rest')), ['Last']);
  });

  it('gives its output to later samples, and is no run of the workflow', async () => {
    const run = await test('first', 'step');
    const { store, branch, workflowId } = world;
    const { definition } = await getDefinition(store, branch, 'workflow', workflowId);
    const { from, steps: outputs } = await readSample(store, branch, { workflowId, definition });
    assert.equal(from, null);
    assert.deepEqual(outputs['first'], run.steps[0]!.output);
    assert.ok('inner' in outputs);
    assert.deepEqual(await listLastRuns(store, { branchId: branch.id, workflowId }, 10), []);
    await assert.rejects(queueAgain(store, run, { from: 'start', version: 'same', by: 'test' }), /was a test of steps/);
  });

  it('needs an item for each loop around it, and a step that is there', async () => {
    const empty = { ...sample, trigger: { payload: { ...trigger.payload, labels: [] } } };
    await assert.rejects(test('inner', 'step', empty), /The loop "each" around the step has no item in the sample/);
    await assert.rejects(test('missing', 'step'), { code: 'not_found' });
  });
});
