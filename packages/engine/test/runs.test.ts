import assert from 'node:assert/strict';
import { deleteDefinition, saveDefinition } from '@tallyhook/store/definitions';
import { askToCancelRun, listSends } from '@tallyhook/store/runs';
import {
  cancelRun,
  connectTemporal,
  describeTemporal,
  reconcileRuns,
  startDeliveryRuns,
  sweepDeliveries,
  type TemporalClient,
} from '../src/client/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, runWorkerProcess, soonLost, type TestWorker } from './run-worker.ts';
import { startTcpProxy } from './tcp-proxy.ts';
import { commentWith, countAndComment, createWorld, type World } from './world.ts';

describe('Engine', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker | undefined;

  beforeEach(async () => {
    world = await createWorld();
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  });

  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
    await temporal.close();
    await world.close();
  });

  const start = (deliveryId: string) => startDeliveryRuns(world.store, temporal, deliveryId);

  async function deleteHistory(workflowId: string): Promise<void> {
    const workflowExecution = { workflowId };
    await temporal.client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
    for (;;) {
      const known = await temporal.client.workflow
        .getHandle(workflowId)
        .describe()
        .then(
          () => true,
          () => false,
        );
      if (!known) return;
      await pause(100);
    }
  }

  describe('A delivery', () => {
    it('starts a run that asks the report and posts its number as a comment', async () => {
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(
        run.steps.map(({ stepId, status }) => [stepId, status]),
        [
          ['count', 'completed'],
          ['comment', 'completed'],
        ],
      );
      assert.deepEqual(await world.github.comments(), ['There are 2 open tickets.']);
      const [send] = await listSends(world.store, run.id);
      assert.deepEqual(
        [send?.request, send?.state, send?.count, send?.status],
        ['POST api.github.com', 'answered', 1, 201],
      );
    });

    it('without an optional value leaves its place in a text empty, and the step says so', async () => {
      await world.close();
      world = await createWorld({
        steps: () => [
          commentWith('comment', 'For {{trigger.payload.issue.assignee.login}}: {{trigger.payload.issue.title}}'),
        ],
      });
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error], ['completed', null]);
      assert.deepEqual(await world.github.comments(), ['For : Spelling']);
      assert.deepEqual(run.steps[0]!.notes, [
        'input.body: {{trigger.payload.issue.assignee.login}} was absent, so the text is empty there.',
      ]);
    });

    it('gives its run its own heartbeat timeout', async () => {
      await world.close();
      // An action that may take long has an activity of its own.
      const input = { owner: 'octo', repository: 'hello-world' };
      const list = { id: 'list', kind: 'action' as const, connector: 'github', action: 'list-issues', input };
      world = await createWorld({ steps: () => [list] });
      worker = await runWorker(world);
      const deliveries = [await world.keepDelivery(), await world.keepDelivery()];
      const inputs = [soonLost, {}];
      await Promise.all(deliveries.map((id, at) => startDeliveryRuns(world.store, temporal, id, inputs[at])));
      const timeoutsOf = async (deliveryId: string) => {
        const run = (await world.runs()).find(
          ({ trigger }) => 'deliveryId' in trigger && trigger.deliveryId === deliveryId,
        );
        const handle = temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '');
        await handle.result();
        const { events } = await handle.fetchHistory();
        const scheduled = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
        return scheduled.map(({ heartbeatTimeout }) => Number(heartbeatTimeout?.seconds));
      };
      assert.deepEqual(await Promise.all(deliveries.map(timeoutsOf)), [[5], [15]]);
    });

    it('starts one run when started fifty times at once', async () => {
      worker = await runWorker(world);
      const delivery = await world.keepDelivery();
      await Promise.all(Array.from({ length: 50 }, () => start(delivery)));
      await world.endOfRun();
      assert.equal((await world.runs()).length, 1);
      assert.equal((await world.github.comments()).length, 1);
    });

    it('starts nothing again after its run ended and Temporal forgot it', async () => {
      worker = await runWorker(world);
      const deliveryId = 'delivery-1';
      await start(await world.keepDelivery(deliveryId));
      const { temporalWorkflowId } = await world.endOfRun();
      await deleteHistory(temporalWorkflowId);
      await start(await world.keepDelivery(deliveryId));
      // As if the process had died after the start and before noting it.
      await world.store.system
        .collection('deliveries')
        .updateMany({}, { $set: { waiting: 1, 'targets.0.status': 'waiting' } });
      await start(await world.keepDelivery(deliveryId));
      assert.equal((await world.runs()).length, 1);
      await assert.rejects(temporal.client.workflow.getHandle(temporalWorkflowId).describe());
      assert.equal(await world.github.requests(), 1);
    });

    it('is refused with the reason if its workflow was deleted', async () => {
      const delivery = await world.keepDelivery();
      await deleteDefinition(world.store, world.branch, 'workflow', { id: world.workflowId }, 'test');
      await start(delivery);
      const kept = await world.store.system.collection('deliveries').findOne({});
      assert.equal(kept?.['targets'][0].status, 'refused');
      assert.deepEqual(await world.runs(), []);
    });

    it('runs the workflow as it was on arrival, even if it changed while Temporal was down', async () => {
      const proxy = await startTcpProxy(engineAddresses().temporalAddress);
      const away = connectTemporal({ address: proxy.address, namespace });
      await proxy.cut();
      await assert.rejects(startDeliveryRuns(world.store, away, await world.keepDelivery()));
      const definition = { name: 'Another', steps: [] };
      await saveDefinition(
        world.store,
        world.branch,
        'workflow',
        { id: world.workflowId, name: 'x', definition },
        'test',
      );
      worker = await runWorker(world);
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.workflowName], ['completed', 'Count and comment']);
      assert.equal((await world.github.comments()).length, 1);
      await away.close();
    });
  });

  describe('When Temporal goes down and comes back', () => {
    it('no delivery is lost: the sweep starts those that arrived meanwhile', async () => {
      const proxy = await startTcpProxy(engineAddresses().temporalAddress);
      const away = connectTemporal({ address: proxy.address, namespace });
      worker = await runWorker(world, { temporalAddress: proxy.address });
      await worker.worker.ready;
      await proxy.cut();
      const began = performance.now();
      await assert.rejects(startDeliveryRuns(world.store, away, await world.keepDelivery()));
      assert.ok(performance.now() - began < 10_000, 'the caller got an answer before senders time out');
      assert.equal((await describeTemporal(away, world.store)).reachable, false);
      await proxy.mend();
      const run = await world.endOfRun();
      assert.equal(run.status, 'completed');
      assert.equal((await world.github.comments()).length, 1);
      assert.deepEqual((await sweepDeliveries(world.store, away, { olderThanMs: 0 })).started, 0);
      await worker.stop();
      await away.close();
      await proxy.cut();
    });

    it('a worker started meanwhile waits for it', async () => {
      const proxy = await startTcpProxy(engineAddresses().temporalAddress);
      await proxy.cut();
      worker = await runWorker(world, { temporalAddress: proxy.address });
      await start(await world.keepDelivery());
      assert.match((await describeTemporal(temporal, world.store)).problem ?? '', /No worker/);
      await proxy.mend();
      assert.equal((await world.endOfRun()).status, 'completed');
      const described = await describeTemporal(temporal, world.store);
      assert.deepEqual([described.reachable, described.worker, described.problem], [true, true, null]);
      await worker.stop();
      assert.equal((await describeTemporal(temporal, world.store)).worker, false);
      await proxy.cut();
    });
  });

  describe('A failed step', () => {
    async function endAfter(...faults: string[]) {
      await world.github.setFaults(...faults);
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      return world.endOfRun();
    }

    it('fails the run, and both give the reason', async () => {
      const run = await endAfter('500');
      assert.deepEqual([run.status, run.error?.code, run.error?.stepId], ['failed', 'unknown_outcome', 'comment']);
      assert.deepEqual(run.steps[1]?.error?.code, 'unknown_outcome');
      assert.equal(await world.github.requests(), 1);
    });

    it('is not retried if the answer was lost after the comment was posted', async () => {
      const run = await endAfter('stored-reset');
      assert.deepEqual([run.status, run.error?.code], ['failed', 'unknown_outcome']);
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [1, 1]);
    });

    it('is retried if the service did not accept the request', async () => {
      const run = await endAfter('429', '429');
      assert.equal(run.status, 'completed');
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [3, 1]);
    });

    it('leaves neither its message nor the account in the history', async () => {
      const run = await endAfter('stored-reset');
      const history = await temporal.client.workflow.getHandle(run.temporalWorkflowId).fetchHistory();
      const text = JSON.stringify(history.events?.map((event) => JSON.stringify(event)));
      const decoded = text.replace(
        /[A-Za-z0-9+/=]{8,}/g,
        (part) => part + Buffer.from(part, 'base64').toString('latin1'),
      );
      for (const secret of [world.github.token, 'open tickets', 'hello-world', run.error?.message ?? assert.fail()]) {
        assert.equal(decoded.includes(secret), false, `the history contains "${secret}"`);
      }
    });
  });

  describe('A deleted report', () => {
    it('fails the step that asks it', async () => {
      await world.close();
      world = await createWorld({ steps: () => countAndComment('65f000000000000000000001') });
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error?.code, run.error?.stepId], ['failed', 'not_found', 'count']);
      assert.equal(await world.github.requests(), 0);
    });
  });

  describe('Reconciliation with Temporal', () => {
    const reconcile = () => reconcileRuns(world.store, temporal, { olderThanMs: 0 });

    it('ends a run that was terminated in Temporal, with the reason', async () => {
      await start(await world.keepDelivery());
      const [run] = await world.runs();
      await temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').terminate('enough');
      assert.deepEqual(await reconcile(), { ended: 1, started: 0 });
      const ended = await world.endOfRun();
      assert.deepEqual([ended.status, ended.error?.code], ['failed', 'ended_by_engine']);
      assert.match(ended.error?.message ?? '', /terminated/);
    });

    it('ends its steps too, and reports requests that may have taken effect', async () => {
      await world.github.setFaults('hang');
      const killed = await runWorkerProcess(world);
      await start(await world.keepDelivery());
      while ((await world.github.requests()) === 0) await pause(25);
      await killed.kill('SIGKILL');
      const [run] = await world.runs();
      await temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').terminate('enough');
      await reconcile();
      const { steps } = await world.endOfRun();
      assert.deepEqual(
        steps.map((step) => [step.status, step.error?.code, step.endedAt !== null]),
        [
          ['completed', undefined, true],
          ['failed', 'ended_by_engine', true],
        ],
      );
      assert.match(
        steps[1]?.error?.message ?? '',
        /^Ended by the engine: someone terminated the run in Temporal\. POST api\.github\.com was started at .* may have taken effect\. Check/,
      );
    });

    it('starts a run that never began and that Temporal lost', async () => {
      await start(await world.keepDelivery());
      const [run] = await world.runs();
      await deleteHistory(run?.temporalWorkflowId ?? '');
      assert.deepEqual(await reconcile(), { ended: 0, started: 1 });
      worker = await runWorker(world);
      assert.equal((await world.endOfRun()).status, 'completed');
    });

    it('cancels a run in Temporal that was cancelled while Temporal was down', async () => {
      await world.github.setFaults(...Array<string>(20).fill('429'));
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      while ((await world.github.requests()) === 0) await pause(25);
      const [run] = await world.runs();
      const asked = await askToCancelRun(world.store, run?.id ?? '', { by: 'a person', at: new Date() });
      assert.equal(asked?.status, 'running');
      assert.deepEqual(await reconcile(), { ended: 0, started: 0 });
      assert.equal((await world.endOfRun()).status, 'cancelled');
    });

    it('leaves a run that waits for a worker alone', async () => {
      await start(await world.keepDelivery());
      assert.deepEqual(await reconcile(), { ended: 0, started: 0 });
    });
  });

  describe('A cancelled run', () => {
    async function cancel(): Promise<void> {
      const [run] = await world.runs();
      await cancelRun(temporal, run ?? assert.fail());
    }

    it('cancels a step that would have been retried', async () => {
      await world.github.setFaults(...Array<string>(20).fill('429'));
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      while ((await world.github.requests()) === 0) await pause(25);
      await cancel();
      const { status, steps } = await world.endOfRun();
      assert.deepEqual(
        [status, ...steps.map((step) => [step.status, step.error?.code])],
        ['cancelled', ['completed', undefined], ['cancelled', 'rate_limit']],
      );
      assert.equal((await world.github.comments()).length, 0);
    });

    it('waits for the current request and reports if it may have taken effect', async () => {
      await world.github.setFaults('hang');
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      while ((await world.github.requests()) === 0) await pause(25);
      await cancel();
      const { status, steps } = await world.endOfRun();
      assert.deepEqual(
        [status, steps[1]?.status, steps[1]?.error?.code],
        ['cancelled', 'cancelled', 'unknown_outcome'],
      );
      assert.match(steps[1]?.error?.message ?? '', /it is unknown whether the request was carried out/);
    });

    it('has no steps if it was still queued, even when a worker starts later', async () => {
      await start(await world.keepDelivery());
      const [run] = await world.runs();
      const asked = await askToCancelRun(world.store, run?.id ?? '', { by: 'a person', at: new Date() });
      assert.equal(asked?.status, 'cancelled');
      worker = await runWorker(world);
      await temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').result();
      assert.deepEqual([(await world.endOfRun()).status, await world.github.requests()], ['cancelled', 0]);
    });

    it('stays unchanged if it has already ended', async () => {
      worker = await runWorker(world);
      await start(await world.keepDelivery());
      assert.equal((await world.endOfRun()).status, 'completed');
      const [run] = await world.runs();
      await temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').result();
      await cancel();
      assert.equal((await world.endOfRun()).status, 'completed');
    });
  });
});
