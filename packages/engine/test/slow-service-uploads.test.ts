import type { Workflow } from '@tallyhook/schemas';
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { listLinkedAccounts } from '@tallyhook/store/accounts';
import assert from 'node:assert/strict';
import { startDeliveryRuns } from '../src/client/index.ts';
import { startDepot, type Depot } from './depot.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, link, publish, type UploadWorld } from './upload-world.ts';
import { startVault, type Vault } from './vault.ts';
import { keepDelivery } from './world.ts';

/** Long enough that the hanging uploads do not end while the others are sent. */
const uploadLimits = { idleTimeoutMs: 300_000 };
const waiting = 100;

describe('Uploads to a service that hangs', function () {
  this.timeout(400_000);
  let [vault, depot]: [Vault, Depot] = [undefined!, undefined!];
  let world: UploadWorld;
  let worker: TestWorker | undefined;

  before(async () => {
    vault = await startVault();
    depot = await startDepot();
    vault.answerWith(() => true);
    world = await createUploadWorld({ sizeBytes: 100_000, connector: vault.connector('send-body') });
  });
  after(async () => {
    await vault.close();
    await worker?.stop();
    await world.close();
    await depot.close();
  });

  it('leave room for the uploads to another service and for other actions', async () => {
    for (let run = 0; run < waiting; run++) await world.start();
    const { store, branch, file } = world;
    const other = depot.connector('send-inline');
    const routes = `${vault.connector('send-body').routes},${other.routes}`;
    const http = createHttp({ routes: parseRoutes(routes), privateHosts: [] });
    worker = await runWorker({ store, http }, { uploadLimits });
    await world.until('the first uploads', () => Promise.resolve(vault.requests.length >= 4));

    const [github] = await listLinkedAccounts(store, branch.workspaceId, 'github');
    const accounts = { github: github!.id, [other.id]: await link(store, branch.workspaceId, other) };
    const step = { kind: 'action' as const, connector: other.id, input: { file: file.id } };
    const definition: Workflow = {
      name: 'Another service',
      trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
      steps: [
        { id: 'quick', ...step, action: 'list', input: {} },
        { id: 'upload', ...step, action: 'send-inline' },
      ],
    };
    await publish(store, branch, { accounts, definition });
    const delivery = await keepDelivery(store, branch.workspaceId, newId());
    await startDeliveryRuns(store, world.temporal, delivery);
    await world.until('the other service', () => Promise.resolve(depot.requests.includes('POST /inline')), 120_000);
    assert.ok(depot.requests.includes('GET /list'));
    assert.equal(vault.requests.length, 4, 'the slow service has its share and no more');
    await http.close();
  });
});
