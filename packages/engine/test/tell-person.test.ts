import assert from 'node:assert/strict';
import type { Workflow } from '@tallyhook/schemas';
import { createPerson, listMembers, setRole } from '@tallyhook/store/people';
import { listMessages, type Message } from '@tallyhook/store/messages';
import { takeNotice } from '@tallyhook/store/notices';
import { createRecord } from '@tallyhook/store/records';
import type { StepResult } from '@tallyhook/store/runs';
import { removeMember } from '@tallyhook/store/workspaces';
import { connectTemporal, startDeliveryRuns, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { startMongoProxy } from './mongo-proxy.ts';
import { runWorker, runWorkerProcess, soonLost, type TestWorker } from './run-worker.ts';
import { createWorld, type World } from './world.ts';

type Steps = Workflow['steps'];

describe('A step that tells people', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker | undefined;

  async function begin(steps: (reportId: string) => Steps): Promise<void> {
    world = await createWorld({ steps });
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  }
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await temporal.close();
    await world.close();
  });

  async function runOnce() {
    worker = await runWorker(world);
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    return world.endOfRun();
  }
  const stepOf = ({ steps }: { steps: StepResult[] }, stepId: string) => steps.find((step) => step.stepId === stepId)!;
  const ownerId = async () => (await listMembers(world.store, world.branch.workspaceId))[0]!.personId;
  const inboxOf = async (personId: string): Promise<Message[]> =>
    (await listMessages(world.store, { workspaceId: world.branch.workspaceId, personId, limit: 100 })).messages;

  /** Adds a person to the workspace. */
  async function join(email: string): Promise<string> {
    const now = new Date();
    const { id: personId } = await createPerson(world.store, {
      ...{ email, name: email, password: 'correct horse', by: 'test', now },
    });
    const { workspaceId } = world.branch;
    await setRole(world.store, { workspaceId, personId, role: 'viewer', by: 'test', now });
    return personId;
  }

  it('puts the message into their inboxes with what it opens, mails it, and goes on', async () => {
    await begin((reportId) => [
      { id: 'look', kind: 'runReport', report: reportId },
      {
        ...{ id: 'tell', kind: 'tellPerson', message: '{{steps.look.output.shown.count}} tickets are open.' },
        ...{ to: ['OWNER@example.com', '{{trigger.payload.repository.owner.login}}@example.com'], report: reportId },
        link: 'https://github.com/{{trigger.payload.repository.owner.login}}',
      },
    ]);
    const octo = await join('octo@example.com');
    const run = await runOnce();
    assert.equal(run.status, 'completed', run.error?.message);
    assert.deepEqual(stepOf(run, 'tell').output, {
      reached: ['owner@example.com', 'octo@example.com'],
      notReached: [],
    });
    for (const personId of [await ownerId(), octo])
      assert.deepEqual(
        (await inboxOf(personId)).map(({ runId, workflowName, text, report, link, readAt }) => [
          ...[runId, workflowName, text, report, link, readAt],
        ]),
        [
          [
            ...[run.id, 'Count and comment', '2 tickets are open.'],
            ...[{ id: world.reportId, name: 'Open tickets' }, 'https://github.com/octo', null],
          ],
        ],
      );
    const later = new Date(Date.now() + 10 * 60_000);
    const notices = [await takeNotice(world.store, later), await takeNotice(world.store, later)];
    const line = {
      runId: run.id,
      text: '2 tickets are open.',
      reportId: world.reportId,
      link: 'https://github.com/octo',
    };
    assert.deepEqual(
      notices.map((notice) => [notice?.personId, notice?.kind, notice?.lines]).sort(),
      [await ownerId(), octo].map((personId) => [personId, 'message', [line]]).sort(),
    );
  });

  it('tells whom a value of the run names, such as who made a record', async () => {
    await begin(() => [
      { id: 'mine', kind: 'findRecords', type: 'ticket', filter: { field: 'title', op: 'eq', value: 'Mine' } },
      { id: 'tell', kind: 'tellPerson', message: 'Look', to: ['{{steps.mine.output.first.createdBy}}'] },
    ]);
    const personId = await join('octo@example.com');
    await createRecord(world.store, world.branch, 'ticket', { title: 'Mine' }, personId);
    const run = await runOnce();
    assert.deepEqual(stepOf(run, 'tell').output, { reached: ['octo@example.com'], notReached: [] });
    assert.equal((await inboxOf(personId)).length, 1);
  });

  it('leaves out somebody who is no longer a member, and says so on the run', async () => {
    await begin(() => [
      { id: 'tell', kind: 'tellPerson', message: 'Hello', to: ['owner@example.com', 'octo@example.com'] },
    ]);
    const personId = await join('octo@example.com');
    const { workspaceId } = world.branch;
    await removeMember(world.store, { workspaceId, personId, by: 'test', now: new Date() });
    const run = await runOnce();
    const { status, output, notes } = stepOf(run, 'tell');
    assert.deepEqual(
      [run.status, status, output, notes],
      [
        ...['completed', 'completed', { reached: ['owner@example.com'], notReached: ['octo@example.com'] }],
        ['octo@example.com did not get the message: not a member of this workspace.'],
      ],
    );
    assert.deepEqual(await inboxOf(personId), []);
  });

  it('fails if it names no member, the same for an email that nobody has', async () => {
    await begin(() => [
      { id: 'tell', kind: 'tellPerson', message: 'Hello', to: ['octo@example.com', 'no@example.com'] },
    ]);
    const personId = await join('octo@example.com');
    const { workspaceId } = world.branch;
    await removeMember(world.store, { workspaceId, personId, by: 'test', now: new Date() });
    const run = await runOnce();
    assert.deepEqual([run.status, run.error?.stepId], ['failed', 'tell']);
    assert.equal(
      run.error!.message,
      'The message reached nobody: octo@example.com, no@example.com are not in this workspace. Name members of it.',
    );
  });

  it('fails with the reason if a template gives no person or no address', async () => {
    for (const [step, reason] of [
      [{ to: ['{{trigger.payload.issue}}'] }, /named by email, but a template gives \{"number":7/],
      [{ to: ['{{trigger.payload.nobody}}'] }, /The message reached nobody: the templates of the step name no person/],
      [
        { to: ['owner@example.com'], link: 'javascript:{{trigger.payload.issue.number}}' },
        /must begin with https:\/\/ or http:\/\/, but it is "javascript:7"/,
      ],
    ] as const) {
      await begin(() => [{ ...{ id: 'tell', kind: 'tellPerson', message: 'Hello' }, ...step, to: [...step.to] }]);
      const run = await runOnce();
      assert.equal(run.status, 'failed');
      assert.match(run.error!.message, reason);
      assert.deepEqual(await inboxOf(await ownerId()), []);
      if (reason.source.includes('javascript')) break;
      await worker!.stop();
      worker = undefined;
      await temporal.close();
      await world.close();
    }
  });

  /** Moments after the message was written, and before the workflow task with the step has ended. */
  const moments = [
    { holdAt: afterInsert, passesIt: true },
    { holdAt: () => (message: Buffer) => message.includes('step_results') && message.includes('notReached') },
    { holdAt: () => (message: Buffer) => message.includes('\0runs\0') && message.includes('completed') },
  ];

  /** The commit that follows the message. */
  function afterInsert() {
    let isWritten = false;
    return (message: Buffer) => {
      isWritten ||= message.includes('messages') && message.includes('insert');
      return isWritten && message.includes('commitTransaction');
    };
  }

  it('tells once, although each worker is killed before the run knows', async () => {
    await begin(() => [{ id: 'tell', kind: 'tellPerson', message: 'Hello', to: ['owner@example.com'] }]);
    const personId = await ownerId();
    for (const [index, { holdAt, passesIt = false }] of moments.entries()) {
      const proxy = await startMongoProxy(holdAt(), { passesIt });
      const killed = await runWorkerProcess(world, proxy.uri);
      await startDeliveryRuns(world.store, temporal, await world.keepDelivery(), soonLost);
      await proxy.held;
      await world.until('the message', async () => (await inboxOf(personId)).length > index);
      await killed.kill('SIGKILL');
      await proxy.close();
    }
    worker = await runWorker(world);
    await world.until('all runs to end', async () => (await world.runs()).every(({ endedAt }) => endedAt));
    const runs = await world.runs();
    assert.deepEqual(
      runs.map(({ status }) => status),
      moments.map(() => 'completed'),
    );
    const told = (await inboxOf(personId)).map(({ runId }) => runId);
    assert.deepEqual(told.toSorted(), runs.map(({ id }) => id).toSorted());
    const notice = await takeNotice(world.store, new Date(Date.now() + 10 * 60_000));
    assert.equal(notice?.count, moments.length);
  });
});
