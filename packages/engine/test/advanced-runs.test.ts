import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Workflow } from '@tallyhook/schemas';
import {
  answerWait,
  askToCancelRun,
  getRun,
  listOpenAsks,
  listSends,
  listStepResults,
  type Run,
} from '@tallyhook/store/runs';
import { listRecords } from '@tallyhook/store/records';
import { cancelRun, connectTemporal, startDeliveryRuns, wakeRun, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { commentWith, createWorld, type World } from './world.ts';

const note = (id: string, title: string) => ({ id, kind: 'createRecord' as const, type: 'note', fields: { title } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('A run', function () {
  this.timeout(200_000);
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker;

  async function open(steps: Workflow['steps']): Promise<void> {
    world = await createWorld({ steps: () => steps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    worker = await runWorker(world);
  }
  afterEach(async () => {
    await worker.stop();
    await temporal.close();
    await world.close();
  });

  async function begin(options: { renewAfterEvents?: number } = {}): Promise<Run> {
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery(), options);
    return (await world.runs())[0]!;
  }
  const end = async (options: { renewAfterEvents?: number } = {}): Promise<Run> => {
    await begin(options);
    return world.endOfRun();
  };
  /** The kinds of events in the histories of an ended run at Temporal, which hears of the end last; one list for each. */
  async function histories({ temporalWorkflowId: workflowId }: Run): Promise<string[][]> {
    const found: string[][] = [];
    const query = `WorkflowId = "${workflowId}"`;
    await world.until('the histories to be listed as ended', async () => {
      found.length = 0;
      for await (const { runId, status } of temporal.client.workflow.list({ query })) {
        if (status.name === 'RUNNING') return false;
        const { events } = await temporal.client.workflow.getHandle(workflowId, runId).fetchHistory();
        found.push((events ?? []).map(({ eventType }) => String(eventType)));
      }
      return found.length > 0;
    });
    return found;
  }
  const notes = async () =>
    (await listRecords(world.store, world.branch, 'note', { limit: 1_000 })).records.map(({ fields }) => fields.title);

  describe('of quick steps', () => {
    it('takes one activity at Temporal, whatever it does', async () => {
      await open([
        { id: 'find', kind: 'findRecords', type: 'ticket' },
        commentWith('comment', '{{steps.find.output.count}} tickets'),
        {
          id: 'if',
          kind: 'condition',
          if: { left: '{{steps.find.output.count}}', op: 'gt', right: 2 },
          then: [{ id: 'each', kind: 'forEach', list: ['a', 'b'], steps: [note('note', '{{item}}')] }],
        },
      ]);
      const run = await end();
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(await world.github.comments(), ['3 tickets']);
      assert.deepEqual((await notes()).sort(), ['a', 'b']);
      const [events, ...others] = await histories(run);
      assert.deepEqual([events!.filter((kind) => kind === '27').length, others.length], [0, 0]);
      // Started, task scheduled, started and completed, the activity's marker, completed.
      assert.equal(events!.length, 6);
    });

    it('ends in the same way when a step fails, stops it, or may be repeated', async () => {
      await open([
        { id: 'each', kind: 'forEach', list: [1, 2], steps: [commentWith('comment', 'Turn {{index}}')] },
        { id: 'stop', kind: 'stop', message: 'Enough' },
        note('never', 'never'),
      ]);
      const stopped = await end();
      assert.deepEqual([stopped.status, stopped.error], ['completed', null]);
      await world.github.setFaults('none', 'reset');
      const failed = await end();
      const { status, error } = failed;
      assert.deepEqual(
        [status, error?.code, error?.stepId, error?.item],
        ['failed', 'unknown_outcome', 'comment', '1'],
      );
      const steps = (await listStepResults(world.store, failed.id)).map(({ stepId, item, status: one }) => [
        stepId,
        item,
        one,
      ]);
      assert.deepEqual(steps.sort(), [
        ['comment', '0', 'completed'],
        ['comment', '1', 'failed'],
        ['each', '', 'failed'],
      ]);
      await world.github.setFaults('429');
      const repeated = await end();
      assert.deepEqual([repeated.status, repeated.error], ['completed', null]);
      assert.deepEqual(await notes(), []);
    });

    it('pauses before a refused request is made again, inside loops and conditions too', async () => {
      const comment = commentWith('comment', 'Turn {{index}}');
      const inside = { id: 'if', kind: 'condition', if: { left: 1, op: 'eq', right: 1 }, then: [comment] };
      await open([{ id: 'each', kind: 'forEach', list: [1, 2], steps: [inside] }] as Workflow['steps']);
      await world.github.setFaults('429');
      await begin();
      await world.until('the first request', async () => (await world.github.requests()) > 0);
      await pause(700);
      assert.equal(await world.github.requests(), 1, 'the first pause is a second');
      assert.equal((await world.endOfRun()).status, 'completed');
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [3, 2]);
    });

    it('ends when one turn fails although another waits', async () => {
      const fails = { id: 'fails', kind: 'updateRecord', type: 'note', record: 'nothing', fields: { title: 'x' } };
      await open([
        {
          ...{ id: 'each', kind: 'forEach', list: [1, 2], parallel: 2 },
          steps: [
            {
              ...{ id: 'if', kind: 'condition', if: { left: '{{index}}', op: 'eq', right: 0 } },
              ...{ then: [{ id: 'wait', kind: 'wait', for: '1h' }], else: [fails] },
            },
          ],
        },
      ] as Workflow['steps']);
      await begin();
      const { status, error } = await world.endOfRun({ timeoutMs: 20_000 });
      assert.deepEqual([status, error?.stepId, error?.item], ['failed', 'fails', '1']);
    });

    it('is cancelled between two of them, and nothing more begins', async () => {
      await open([commentWith('first', 'First'), commentWith('second', 'Second'), note('never', 'never')]);
      await world.github.setFaults('slow');
      const run = await begin();
      await world.until(
        'the first request',
        async () => (await listSends(world.store, run.id))[0]?.state === 'sending',
      );
      await askToCancelRun(world.store, run.id, { by: 'test', at: new Date() });
      await cancelRun(temporal, run);
      const ended = await world.endOfRun();
      assert.equal(ended.status, 'cancelled');
      assert.deepEqual(await world.github.comments(), ['First']);
      const first = (await listStepResults(world.store, run.id)).find(({ stepId }) => stepId === 'first');
      assert.equal(first?.status, 'completed', 'the outcome of what was sent is kept');
    });
  });

  describe('with a long history', () => {
    const many = (parallel: number): Workflow['steps'] => [
      {
        ...{ id: 'each', kind: 'forEach', list: numbers(40), parallel },
        steps: [{ id: 'pause', kind: 'wait', for: '1s' }, note('note', 'n{{index}}')],
      },
      note('last', '{{steps.each.output | size}} done'),
    ];

    for (const parallel of [1, 20])
      it(`goes on in new ones, and does nothing twice, ${parallel} at a time`, async () => {
        await open(
          parallel === 1 ? ([{ ...(many(1)[0] as object), list: numbers(12) }, many(1)[1]] as never) : many(parallel),
        );
        const count = parallel === 1 ? 12 : 40;
        const run = await end({ renewAfterEvents: 60 });
        assert.deepEqual([run.status, run.error], ['completed', null]);
        const made = await notes();
        assert.deepEqual(
          made
            .filter((title) => title !== `${count} done`)
            .map((title) => Number(String(title).slice(1)))
            .sort((a, b) => a - b),
          numbers(count),
        );
        assert.ok(made.includes(`${count} done`));
        assert.ok((await histories(run)).length > 1, 'there were several histories');
      });

    it('still knows what has woken it, and what it waits for', async () => {
      const ask = { id: 'ask', kind: 'askPerson' as const, message: 'Go on with {{index}}?', within: '1h' };
      await open([
        { id: 'each', kind: 'forEach', list: numbers(30), parallel: 30, steps: [ask, note('note', 'n{{index}}')] },
      ]);
      const run = await begin({ renewAfterEvents: 40 });
      for (let answered = 0; answered < 30;) {
        const waits = (await listOpenAsks(world.store, world.branch.id, 100)).slice(0, 7);
        for (const { id } of waits) {
          const wait = await answerWait(world.store, id, { answer: { values: {} }, by: 'test', at: new Date() });
          if (wait !== null) await wakeRun(world.store, temporal, wait);
          answered += 1;
        }
      }
      const ended = await world.endOfRun();
      assert.deepEqual([ended.status, ended.error], ['completed', null]);
      assert.equal((await notes()).length, 30);
      assert.ok((await getRun(world.store, run.id))?.endedAt);
    });
  });
});
