import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Workflow, WorkflowLimits } from '@tallyhook/schemas';
import { saveDefinition } from '@tallyhook/store/definitions';
import { askToCancelRun, endRun, type Run } from '@tallyhook/store/runs';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import {
  cancelRun,
  connectTemporal,
  queueByHand,
  startDeliveryRuns,
  startRun,
  type TemporalClient,
} from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createWorld, type World } from './world.ts';

describe('A workflow with limits', () => {
  let world: World;
  let temporal: TemporalClient;
  let worker: TestWorker;

  beforeEach(async () => {
    world = await createWorld();
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    worker = await runWorker(world);
  });
  afterEach(async () => {
    await worker.stop();
    await temporal.close();
    await world.close();
  });

  async function save(limits: WorkflowLimits, forTime = '1s'): Promise<string> {
    const definition: Workflow = {
      name: 'Limited',
      trigger: { kind: 'button', inputs: [{ name: 'key', label: 'Key', kind: 'text' }] },
      limits,
      steps: [{ id: 'pause', kind: 'wait', for: forTime }],
    };
    return (await saveDefinition(world.store, world.branch, 'workflow', { name: 'Limited', definition }, 'test')).id;
  }
  async function start(workflowId: string, key: string): Promise<Run> {
    const run = await queueByHand(world.store, world.branch, { workflowId, by: 'test', inputs: { key } });
    await startRun(world.store, temporal, run);
    return run;
  }
  async function ended(ids: readonly string[]): Promise<Run[]> {
    const read = async () => (await world.runs()).filter(({ id }) => ids.includes(id));
    await world.until('the end of the runs', async () => (await read()).every(({ endedAt }) => endedAt !== null));
    return (await read()).toReversed();
  }
  const overlaps = (runs: readonly Run[]) =>
    runs.some((run, index) => runs.slice(index + 1).some((other) => other.startedAt! < run.endedAt!));

  it('runs those with the same key one after the other, in the order in which they came', async () => {
    const id = await save({ atMost: 1, key: '{{trigger.inputs.key}}' });
    const same = [];
    for (let count = 0; count < 4; count += 1) same.push(await start(id, 'a'));
    const other = await start(id, 'b');
    const runs = await ended(same.map((run) => run.id));
    assert.deepEqual(
      runs.map((run) => [run.id, run.status]),
      same.map((run) => [run.id, 'completed']),
    );
    assert.ok(!overlaps(runs));
    const [free] = await ended([other.id]);
    assert.ok(free!.startedAt! < runs[1]!.startedAt!, 'another key does not wait');
  });

  it('runs one that Temporal starts too early only after those that came before it', async () => {
    const id = await save({ atMost: 1, key: '{{trigger.inputs.key}}' });
    const queue = (key: string) =>
      queueByHand(world.store, world.branch, { workflowId: id, by: 'test', inputs: { key } });
    const [first, other, second] = [await queue('a'), await queue('b'), await queue('a')];
    await startRun(world.store, temporal, second);
    await startRun(world.store, temporal, other);
    await ended([other.id]);
    await startRun(world.store, temporal, first);
    const runs = await ended([first.id, second.id]);
    assert.deepEqual(
      runs.map((run) => [run.id, run.status]),
      [first, second].map((run) => [run.id, 'completed']),
    );
    assert.ok(runs[0]!.endedAt! <= runs[1]!.startedAt!);
  });

  it('runs one whose delivery came first in its turn, although another process starts it later', async () => {
    const { store, branch, accountId } = world;
    const definition: Workflow = {
      name: 'Limited by delivery',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      limits: { atMost: 1 },
      steps: [{ id: 'pause', kind: 'wait', for: '1s' }],
    };
    const { id: workflowId } = await saveDefinition(store, branch, 'workflow', { name: 'Limited', definition }, 'test');
    const { workspaceId, id: branchId, name: branchName } = branch;
    const place = { workspaceId, branchId, branchName, workflowId, definition };
    await publishTriggerRoutes(store, place, { on: true, accounts: { github: accountId } }, 'test');
    const deliveries: string[] = [];
    for (let count = 0; count < 3; count += 1) deliveries.push(await world.keepDelivery());
    for (const id of deliveries.toReversed()) {
      await startDeliveryRuns(store, temporal, id);
      // It would begin meanwhile.
      await pause(2_000);
    }
    const isOurs = (run: Run) => run.workflowId === workflowId;
    await world.until('the end of the runs', async () => {
      const runs = (await world.runs()).filter(isOurs);
      return runs.length === 3 && runs.every(({ endedAt }) => endedAt !== null);
    });
    const runs = (await world.runs()).filter(isOurs).toReversed();
    assert.deepEqual(
      runs.map(({ trigger }) => 'deliveryId' in trigger && trigger.deliveryId),
      deliveries,
    );
    for (const [index, run] of runs.slice(1).entries()) assert.ok(runs[index]!.endedAt! <= run.startedAt!);
  });

  it('runs at most as many as it says', async () => {
    const id = await save({ atMost: 2 });
    const started = [];
    for (let count = 0; count < 5; count += 1) started.push(await start(id, String(count)));
    const runs = await ended(started.map((run) => run.id));
    const atOnce = runs.map(
      (run) => runs.filter((one) => one.startedAt! <= run.startedAt! && one.endedAt! > run.startedAt!).length,
    );
    assert.equal(Math.max(...atOnce), 2);
  });

  it('skips those that find it full, if it says so', async () => {
    const id = await save({ atMost: 1, whenFull: 'skip' }, '3s');
    const first = await start(id, 'a');
    await world.until('the first run', async () => (await world.runs()).some((run) => run.status === 'running'));
    const second = await start(id, 'a');
    const runs = await ended([first.id, second.id]);
    assert.deepEqual(
      runs.map(({ status, error }) => [status, error?.code]),
      [
        ['completed', undefined],
        ['cancelled', 'skipped'],
      ],
    );
  });

  it('lets only the newest wait, if it says so', async () => {
    const id = await save({ atMost: 1, whenFull: 'newest' }, '2s');
    const first = await start(id, 'a');
    await world.until('the first run', async () => (await world.runs()).some((run) => run.status === 'running'));
    const others = [await start(id, 'a'), await start(id, 'a'), await start(id, 'a')];
    const runs = await ended([first.id, ...others.map((run) => run.id)]);
    assert.deepEqual(
      runs.map(({ status, error }) => [status, error?.code]),
      [
        ['completed', undefined],
        ['cancelled', 'skipped'],
        ['cancelled', 'skipped'],
        ['completed', undefined],
      ],
    );
  });

  it('goes on with the next after one that was cancelled while it waited, or that the engine lost', async () => {
    const id = await save({ atMost: 1 }, '1h');
    const [first, second, third] = [await start(id, 'a'), await start(id, 'a'), await start(id, 'a')];
    await world.until('the first run', async () => (await world.runs()).some((run) => run.status === 'running'));
    await askToCancelRun(world.store, second.id, { by: 'test', at: new Date() });
    await cancelRun(temporal, second);
    // As if its worker had ended after it had recorded the end, and before it gave the place back.
    await endRun(world.store, first.id, { status: 'failed', error: null, at: new Date() });
    const isRunning = async () => (await world.runs()).find((run) => run.id === third.id)?.status === 'running';
    await world.until('the third run', isRunning);
    await cancelRun(temporal, first);
    await askToCancelRun(world.store, third.id, { by: 'test', at: new Date() });
    await cancelRun(temporal, third);
    await ended([third.id]);
    await pause(100);
  });
});
