import assert from 'node:assert/strict';
import { Worker } from '@temporalio/worker';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connectTemporal, reconcileRuns, startDeliveryRuns } from '../src/client/index.ts';
import { bundleWorkflows } from '../src/worker/bundle.ts';
import { engineAddresses, namespace } from './engines.ts';
import { listHistories, readHistory } from './histories.ts';
import { bundleFolder, installTestRuntime, runWorker } from './run-worker.ts';
import { createWorld } from './world.ts';

describe('Workflow code', () => {
  it('with a bug fails its run, which is then shown as ended by the engine', async () => {
    const world = await createWorld();
    const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    const workflowsPath = join(import.meta.dirname, 'broken-workflows/index.ts');
    const worker = await runWorker(world, { workflowsPath });
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const [run] = await world.runs();
    const result = temporal.client.workflow.getHandle(run?.temporalWorkflowId ?? '').result();
    await assert.rejects(result, { name: 'WorkflowFailedError' });
    assert.deepEqual(await reconcileRuns(world.store, temporal, { olderThanMs: 0 }), { ended: 1, started: 0 });
    const ended = await world.endOfRun();
    assert.deepEqual([ended.status, ended.error?.code], ['failed', 'ended_by_engine']);
    assert.match(ended.error?.message ?? '', /program that runs workflows failed/);
    await worker.stop();
    await temporal.close();
    await world.close();
  });

  it('is bundled once: the second start uses the bundle', async () => {
    await bundleWorkflows({ cacheFolder: bundleFolder });
    const before = await readdir(bundleFolder);
    const { code } = await bundleWorkflows({ cacheFolder: bundleFolder });
    assert.ok(code.includes('runWorkflow'));
    assert.deepEqual(await readdir(bundleFolder), before);
  });
});

describe('Histories of earlier runs', () => {
  before(installTestRuntime);

  it('can be replayed by the current workflow code', async () => {
    const workflowBundle = await bundleWorkflows({ cacheFolder: bundleFolder });
    const names = await listHistories();
    assert.ok(names.length > 0);
    for (const name of names) {
      await Worker.runReplayHistory({ workflowBundle }, await readHistory(name));
    }
  });

  it('cannot be replayed by other code', async () => {
    const workflowsPath = join(import.meta.dirname, 'broken-workflows/index.ts');
    const workflowBundle = await bundleWorkflows({ workflowsPath });
    const [name = ''] = await listHistories();
    await assert.rejects(Worker.runReplayHistory({ workflowBundle }, await readHistory(name)));
  });
});
