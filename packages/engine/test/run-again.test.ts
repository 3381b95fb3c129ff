import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { changeDefinition } from '@tallyhook/store/definitions';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { createPerson, listMembers, setRole } from '@tallyhook/store/people';
import { listRecords } from '@tallyhook/store/records';
import { getRun, listSends, listStepResults, recordDecision, type Run } from '@tallyhook/store/runs';
import {
  connectTemporal,
  decide,
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

/** Comments and makes a record for each person; one for somebody who is no member fails. */
const perPerson = (people: string[]): Workflow['steps'] => [
  ...steps().slice(0, 2),
  {
    id: 'each',
    kind: 'forEach',
    list: people,
    steps: [
      commentWith('comment', 'Turn {{index}}'),
      { id: 'person', kind: 'createRecord', type: 'person', fields: { name: 'Somebody', account: '{{item}}' } },
    ],
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
  const change = (changed: Workflow['steps']) =>
    changeDefinition(
      world.store,
      world.branch,
      'workflow',
      {
        id: world.workflowId,
        change: ({ definition }) => ({ definition: { ...(definition as Workflow), steps: changed } }),
      },
      'test',
    );
  const made = async () =>
    (await listRecords(world.store, world.branch, 'ticket', { limit: 100 })).records.filter(
      ({ fields }) => fields.title === 'From 7',
    ).length;

  it('goes on from the failed step: nothing that was completed, sent or written happens again', async () => {
    const { store, branch } = world;
    const now = new Date();
    const person = { email: 'new@example.com', name: 'New', password: 'correct horse', by: 'test', now };
    const { id: newcomer } = await createPerson(store, person);
    const [owner] = await listMembers(store, branch.workspaceId);
    await change(perPerson([owner!.personId, newcomer, owner!.personId]));
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const failed = await world.endOfRun();
    assert.deepEqual([failed.error?.stepId, failed.error?.item], ['person', '1'], JSON.stringify(failed.error));
    await setRole(store, { workspaceId: branch.workspaceId, personId: newcomer, role: 'viewer', by: 'test', now });
    const run = await again(failed, { from: 'failedStep', version: 'same' });
    assert.deepEqual([run.status, run.attempt, run.againOf, run.againBy], ['completed', 2, failed.id, 'a person']);
    assert.deepEqual(await world.github.comments(), ['First', 'Turn 0', 'Turn 1', 'Turn 2']);
    assert.equal(await made(), 1);
    assert.deepEqual(await sendsOf(run), ['comment 0 1', 'comment 1 1', 'comment 2 1', 'first  1']);
    assert.equal((await getRun(world.store, failed.id))?.status, 'failed', 'the first attempt stays as it was');
  });

  const sendsOf = async ({ id }: { id: string }) =>
    (await listSends(world.store, id)).map(({ stepId, item, count }) => `${stepId} ${item} ${count}`).sort();

  describe('after a step that may have done something', () => {
    const deciding = { stepId: 'comment', item: '1', by: 'a person' };
    async function endOf({ id }: { id: string }) {
      await world.endOfRun();
      return (await getRun(world.store, id))!;
    }

    it('does not go on from there before a person has decided, which happens once', async () => {
      const failed = await failInTheLoop();
      await assert.rejects(again(failed, { from: 'failedStep', version: 'same' }), { code: 'needs_decision' });
      const next = await decide(world.store, failed, { ...deciding, choice: 'again' });
      await assert.rejects(decide(world.store, failed, { ...deciding, choice: 'stop' }), { code: 'already_decided' });
      await startRun(world.store, temporal, next!);
      const run = await endOf(next!);
      assert.deepEqual([run.status, run.attempt, run.decidedFrom], ['completed', 2, failed.id]);
      assert.deepEqual(await world.github.comments(), ['First', 'Turn 1', 'Turn 2', 'Turn 3']);
      assert.equal(await made(), 1);
    });

    it('goes on after a step that is done, with the output that the person gives', async () => {
      const failed = await failInTheLoop();
      const next = await decide(world.store, failed, { ...deciding, choice: 'done', output: { id: 7 } });
      await startRun(world.store, temporal, next!);
      assert.equal((await endOf(next!)).status, 'completed');
      assert.deepEqual(await world.github.comments(), ['First', 'Turn 1', 'Turn 3']);
      const each = (await listStepResults(world.store, next!.id)).find(({ stepId }) => stepId === 'each');
      assert.deepEqual((each?.output as unknown[])[1], { id: 7 });
    });

    it('stays failed if the person stops it', async () => {
      const failed = await failInTheLoop();
      assert.equal(await decide(world.store, failed, { ...deciding, choice: 'stop' }), null);
      assert.equal((await world.runs()).length, 1);
    });

    it('is continued by a worker if the decision could not be carried out', async () => {
      const failed = await failInTheLoop();
      const { workspaceId, id: runId } = failed;
      const decision = { ...deciding, workspaceId, runId, choice: 'again' as const, output: null, at: new Date(0) };
      await recordDecision(world.store, failed, decision);
      await world.until('the next attempt', async () => (await world.runs()).length === 2);
      const [next] = await world.runs();
      assert.equal((await endOf(next!)).status, 'completed');
      assert.equal((await world.runs()).length, 2);
    });

    it('refuses a decision about a step that ended clearly', async () => {
      const failed = await failInTheLoop();
      await assert.rejects(decide(world.store, failed, { ...deciding, item: '0', choice: 'again' }), {
        code: 'invalid_request',
        message: /needs no decision/,
      });
      await assert.rejects(decide(world.store, failed, { ...deciding, choice: 'continue' }), {
        message: /choose again, done, stop/,
      });
    });
  });

  it('does everything again from the start, with the workflow as it was or as it is now', async () => {
    const failed = await failInTheLoop();
    await change([commentWith('only', 'Only this')]);
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
