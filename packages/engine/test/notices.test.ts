import assert from 'node:assert/strict';
import { takeNotice } from '@tallyhook/store/notices';
import { listMembers } from '@tallyhook/store/people';
import { connectTemporal, startDeliveryRuns } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { runWorker } from './run-worker.ts';
import { createWorld } from './world.ts';

describe('The owner of a workflow', () => {
  it('gets a notice about a run that failed, and about a question', async () => {
    const world = await createWorld({
      steps: () => [
        { id: 'ask', kind: 'askPerson', message: 'Go on?', within: '1s', otherwise: 'goOn' },
        { id: 'end', kind: 'stop', as: 'failed', message: 'No luck' },
      ],
    });
    const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
    const worker = await runWorker(world);
    await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
    const run = await world.endOfRun();
    await worker.stop();
    const [owner] = await listMembers(world.store, world.branch.workspaceId);
    const later = new Date(Date.now() + 10 * 60_000);
    const told = [await takeNotice(world.store, later), await takeNotice(world.store, later)];
    assert.deepEqual(
      told.map((notice) => [notice?.personId, notice?.kind, notice?.lines]),
      [
        [owner!.personId, 'question', [{ runId: run.id, text: 'Go on?' }]],
        [owner!.personId, 'runFailed', [{ runId: run.id, text: 'No luck' }]],
      ],
    );
    await temporal.close();
    await world.close();
  });
});
