import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { connectTemporal, startDeliveryRuns, type TemporalClient } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, type UploadWorld } from './upload-world.ts';
import { countAndComment, createWorld, type World } from './world.ts';

/** Resets a run in Temporal to its beginning and runs it again. */
async function reset({ client }: TemporalClient, workflowId: string): Promise<void> {
  // While its first activity runs, a history has no point to go back to for some seconds.
  const begun = await untilDefined(async () => {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    return events?.find(({ workflowTaskCompletedEventAttributes: completed }) => completed != null);
  });
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId },
    workflowTaskFinishEventId: begun.eventId!,
    requestId: randomUUID(),
    reason: 'an operator wants it so',
  });
}

async function untilDefined<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await pause(200);
  }
}

const end = ({ client }: TemporalClient, workflowId: string) =>
  client.workflow
    .getHandle(workflowId)
    .result()
    .catch(() => undefined);

describe('A run that an operator resets in Temporal', function () {
  this.timeout(180_000);
  let worker: TestWorker | undefined;
  let temporal: TemporalClient;

  before(() => {
    temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  });
  after(() => temporal.close());
  afterEach(async () => {
    await worker?.stop();
    worker = undefined;
  });

  describe('to before its action', () => {
    let world: World;
    afterEach(() => world.close());

    async function start(comments: number): Promise<void> {
      world = await createWorld({
        steps(reportId) {
          const [count, comment] = countAndComment(reportId);
          const again = Array.from({ length: comments }, (_, at) => ({ ...comment!, id: `comment${at + 1}` }));
          return [count!, ...again];
        },
      });
      worker = await runWorker(world);
    }

    it('sends nothing again after it has ended', async () => {
      await start(1);
      await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
      const { temporalWorkflowId } = await world.endOfRun();
      await reset(temporal, temporalWorkflowId);
      await end(temporal, temporalWorkflowId);
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [1, 1]);
      assert.equal((await world.endOfRun()).status, 'completed');
    });

    it('sends nothing again while running: neither answered requests nor doubtful ones', async () => {
      await start(2);
      await world.github.setFaults('none', 'stored-hang');
      await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
      while ((await world.github.comments()).length < 2) await pause(25);
      const [{ temporalWorkflowId } = assert.fail()] = await world.runs();
      await reset(temporal, temporalWorkflowId);
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error?.code, run.error?.stepId], ['failed', 'unknown_outcome', 'comment2']);
      assert.deepEqual([await world.github.requests(), (await world.github.comments()).length], [2, 2]);
    });
  });

  describe('to before its file', () => {
    let world: UploadWorld;
    afterEach(() => world.close());

    const requests = async () =>
      (await world.youtube.log()).map(({ kind, piece }) => (kind === 'piece' ? `piece ${piece}` : kind));

    it('sends nothing again if the file has arrived', async () => {
      world = await createUploadWorld({ sizeBytes: 512 * 1024 });
      worker = await runWorker(world);
      await world.start();
      const { temporalWorkflowId } = await world.endOfRun();
      await reset(temporal, temporalWorkflowId);
      await end(temporal, temporalWorkflowId);
      assert.deepEqual(await requests(), ['start', 'piece 1', 'piece 2']);
    });

    it('continues from the journal if the file is being sent', async () => {
      world = await createUploadWorld({ sizeBytes: 3 * 1024 * 1024, paceBytesPerSecond: 256 * 1024 });
      worker = await runWorker(world);
      await world.start();
      await world.until('the second piece', async () => ((await world.upload())?.confirmedPieces ?? 0) > 1);
      const [{ temporalWorkflowId } = assert.fail()] = await world.runs();
      await reset(temporal, temporalWorkflowId);
      const run = await world.endOfRun();
      assert.deepEqual([run.status, run.error, run.upload?.fence], ['completed', null, 2]);
      const [video] = await world.youtube.videos();
      assert.equal(video?.sha256, world.file.sha256);
      const sent = await requests();
      assert.equal(sent.filter((what) => what === 'start').length, 1);
      assert.ok(sent.filter((what) => what.startsWith('piece')).length <= 13, sent.join(', '));
    });
  });
});
