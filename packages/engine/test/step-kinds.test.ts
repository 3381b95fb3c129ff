import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { listRecords } from '@tallyhook/store/records';
import { readUse } from '@tallyhook/store/space';
import { connectTemporal, startDeliveryRuns, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { commentWith, createWorld, type World } from './world.ts';

type Steps = Workflow['steps'];

describe('Steps of a workflow', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker | undefined;

  afterEach(async () => {
    await worker?.stop();
    await temporal.close();
    await world.close();
  });

  async function runToEnd(steps: (reportId: string) => Steps, moreRecords?: number) {
    world = await createWorld({ steps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    const used = await readUse(world.store, world.branch.workspaceId, 'records', undefined);
    const records = moreRecords === undefined ? null : used + moreRecords;
    worker = await runWorker(world, { quotas: { records, fileBytes: null, deliveries: null } });
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const run = await world.endOfRun();
    const result = (stepId: string, item = '') =>
      run.steps.find((step) => step.stepId === stepId && step.item === item) ?? assert.fail(`no ${stepId} ${item}`);
    return { run, result };
  }
  const tickets = async () => (await listRecords(world.store, world.branch, 'ticket', { limit: 100 })).records;
  const open = { field: 'status', op: 'eq', value: 'open' };

  it('ask a question with values of the event', async () => {
    const { result } = await runToEnd(() => [
      {
        id: 'ask',
        kind: 'query',
        question: {
          type: 'ticket',
          filter: { field: 'title', op: 'ne', value: '{{trigger.payload.issue.title}}' },
          groupBy: [{ field: 'status' }],
        },
      },
    ]);
    const { rows, overall } = result('ask').output as { rows: object[]; overall: { count: number } };
    assert.deepEqual([rows.length, overall.count], [2, 3]);
  });

  it('find, create, update and delete records, with the types of their values kept', async () => {
    const { run, result } = await runToEnd(() => [
      { id: 'find', kind: 'findRecords', type: 'ticket', filter: { and: [open] }, limit: 1 },
      {
        id: 'make',
        kind: 'createRecord',
        type: 'ticket',
        fields: { title: 'Issue {{trigger.payload.issue.number}}', estimate: '{{trigger.payload.issue.number}}' },
      },
      {
        id: 'change',
        kind: 'updateRecord',
        type: 'ticket',
        record: '{{steps.make.output.id}}',
        fields: { status: 'review', title: '{{steps.make.output.fields.title}}!' },
      },
      { id: 'remove', kind: 'deleteRecord', type: 'ticket', record: '{{steps.find.output.first.id}}' },
    ]);
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
    const found = result('find').output as { count: number; first: { id: string } };
    assert.equal(found.count, 1);
    const left = await tickets();
    assert.ok(!left.some(({ id }) => id === found.first.id));
    const made = left.find(({ fields }) => fields.title === 'Issue 7!');
    assert.deepEqual([made?.fields.estimate, made?.fields.status, made?.revision], [7, 'review', 2]);
    assert.equal(made?.createdBy, `workflow:${world.workflowId}`);
  });

  it('fail with the mistake of a record, and leave it unchanged', async () => {
    const { run } = await runToEnd(() => [
      { id: 'make', kind: 'createRecord', type: 'ticket', fields: { title: 'x', status: 'no such status' } },
    ]);
    assert.deepEqual([run.status, run.error?.code, run.error?.stepId], ['failed', 'invalid_record', 'make']);
    assert.match(run.error!.message, /no such status/);
    assert.equal((await tickets()).length, 3);
  });

  it('create no more records than the workspace may have', async () => {
    const { run } = await runToEnd(
      () => [
        {
          id: 'each',
          kind: 'forEach',
          list: [1, 2, 3],
          steps: [{ id: 'make', kind: 'createRecord', type: 'ticket', fields: { title: 'x' } }],
        },
      ],
      2,
    );
    assert.deepEqual([run.status, run.error?.code, run.error?.item], ['failed', 'quota_reached', '2']);
    assert.equal((await tickets()).length, 5);
  });

  it('choose one of two lists, by values of earlier steps', async () => {
    const { run, result } = await runToEnd((report) => [
      { id: 'count', kind: 'runReport', report },
      {
        id: 'many',
        kind: 'condition',
        if: {
          and: [
            { left: '{{steps.count.output.overall.count}}', op: 'gte', right: 2 },
            { not: { left: '{{trigger.event}}', op: 'eq', right: 'issues.closed' } },
          ],
        },
        then: [commentWith('yes', 'Many')],
        else: [commentWith('no', 'Few')],
      },
      {
        id: 'none',
        kind: 'condition',
        if: { left: '{{steps.count.output.overall.count}}', op: 'gt', right: 2 },
        then: [commentWith('never', 'Never')],
      },
      commentWith('last', '{{steps.many.output.met}} {{steps.none.output.met}}'),
    ]);
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
    assert.deepEqual(await world.github.comments(), ['Many', 'true false']);
    assert.deepEqual(result('many').output, { met: true });
  });

  it('run once for each item of a list, and give their results as a list', async () => {
    const { run, result } = await runToEnd(() => [
      {
        id: 'each',
        kind: 'forEach',
        list: ['a', 'b', 'c'],
        steps: [
          { id: 'make', kind: 'createRecord', type: 'ticket', fields: { title: '{{index}} {{item}}' } },
          {
            id: 'odd',
            kind: 'condition',
            if: { left: '{{index}}', op: 'eq', right: 1 },
            then: [
              {
                id: 'mark',
                kind: 'updateRecord',
                type: 'ticket',
                record: '{{steps.make.output.id}}',
                fields: { title: 'odd {{item}}' },
              },
            ],
          },
        ],
      },
      { id: 'empty', kind: 'forEach', list: [], steps: [{ id: 'never', kind: 'stop' }] },
    ]);
    assert.equal(run.status, 'completed', JSON.stringify(run.error));
    assert.deepEqual(result('each').output, [{ met: false }, { met: true }, { met: false }]);
    assert.deepEqual(result('empty').output, []);
    const titles = (await tickets()).map(({ fields }) => fields.title).filter((title) => title !== 'x');
    assert.deepEqual(titles.sort(), ['0 a', '2 c', 'odd b']);
  });

  it('run for several items at a time, never more than allowed, and begin no other after a failure', async () => {
    const list = [...Array(40).keys()];
    const { run, result } = await runToEnd(() => [
      {
        id: 'each',
        kind: 'forEach',
        list,
        parallel: 4,
        steps: [
          { id: 'pause', kind: 'wait', for: '1s' },
          {
            id: 'sixth',
            kind: 'condition',
            if: { left: '{{item}}', op: 'eq', right: 5 },
            then: [{ id: 'enough', kind: 'stop', as: 'failed', message: 'At {{item}}' }],
          },
        ],
      },
    ]);
    assert.deepEqual([run.status, run.error?.code, run.error?.message], ['failed', 'stopped', 'At 5']);
    const begun = run.steps.filter(({ stepId }) => stepId === 'pause');
    const turns = begun.map(({ item }) => Number(item)).sort((x, y) => x - y);
    // Those that waited when the sixth stopped wait no longer; on a busy machine others may have overtaken it.
    assert.ok(turns.includes(5) && turns.length < list.length, turns.join());
    assert.deepEqual(turns, [...turns.keys()]);
    assert.ok(begun.every(({ status }) => status !== 'running'));
    const spans = begun.map(({ startedAt, endedAt }) => [Number(startedAt), Number(endedAt)] as const);
    const atOnce = spans.map(([at]) => spans.filter(([start, end]) => start <= at && at < end).length);
    assert.equal(Math.max(...atOnce), 4);
    assert.equal(result('each').status, 'failed');
  });

  it('refuse what is no list, and a list that is too long', async () => {
    const { run } = await runToEnd(() => [
      { id: 'each', kind: 'forEach', list: '{{trigger.payload.issue.title}}', steps: [{ id: 'never', kind: 'stop' }] },
    ]);
    assert.deepEqual([run.error?.code, run.error?.stepId], ['invalid_input', 'each']);
    assert.match(run.error!.message, /A list is needed, but \{\{trigger\.payload\.issue\.title\}\} gives a string/);
  });

  it('wait for a time, and until a moment that may have passed', async () => {
    const { run, result } = await runToEnd(() => [
      { id: 'pause', kind: 'wait', for: '2s' },
      { id: 'past', kind: 'wait', until: '2026-01-01' },
      { id: 'wrong', kind: 'wait', until: '{{trigger.event}}' },
    ]);
    const { startedAt, endedAt, output } = result('pause');
    assert.ok(endedAt!.getTime() - startedAt.getTime() >= 2_000);
    assert.ok(Math.abs(Date.parse((output as { until: string }).until) - startedAt.getTime() - 2_000) < 500);
    assert.deepEqual(result('past').output, { until: '2026-01-01T00:00:00.000Z' });
    assert.deepEqual([run.error?.code, run.error?.stepId], ['invalid_input', 'wrong']);
  });

  it('stop the run as completed, from inside other steps too', async () => {
    const { run, result } = await runToEnd(() => [
      {
        id: 'each',
        kind: 'forEach',
        list: [1, 2, 3],
        steps: [
          {
            id: 'second',
            kind: 'condition',
            if: { left: '{{item}}', op: 'eq', right: 2 },
            then: [{ id: 'enough', kind: 'stop', message: 'Found {{item}}' }],
          },
        ],
      },
      commentWith('never', 'Never'),
    ]);
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(result('enough', '1').output, { message: 'Found 2' });
    assert.deepEqual(run.steps.map(({ stepId, item, status }) => [stepId, item, status].join(' ')).sort(), [
      'each  completed',
      'enough 1 completed',
      'second 0 completed',
      'second 1 completed',
    ]);
    assert.deepEqual(await world.github.comments(), []);
  });
});
