import type { ActionStep } from '@tallyhook/schemas';
import { createHttp, parseRoutes, type Http } from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { listLinkedAccounts } from '@tallyhook/store/accounts';
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { startDeliveryRuns } from '../src/client/index.ts';
import { startDepot, type Depot } from './depot.ts';
import { runWorker, type TestWorker } from './run-worker.ts';
import { createUploadWorld, link, publish, type UploadWorld } from './upload-world.ts';
import { startVault, type Vault } from './vault.ts';
import { keepDelivery } from './world.ts';

/** Long enough that the hanging uploads do not end while the others are sent. */
const uploadLimits = { idleTimeoutMs: 600_000 };
const waiting = 100;
/** A service's share of the eight places. */
const share = 4;

describe('Uploads to a service that hangs', function () {
  this.timeout(700_000);
  let [vault, depot]: [Vault, Depot] = [undefined!, undefined!];
  let world: UploadWorld;
  let worker: TestWorker | undefined;
  let http: Http | undefined;
  let accounts: Record<string, string>;
  const held: ServerResponse[] = [];

  before(async () => {
    vault = await startVault();
    depot = await startDepot();
    vault.answerWith((_, response) => (held.push(response), true));
    world = await createUploadWorld({ sizeBytes: 100_000, connector: vault.connector('send-body') });
    const { store, branch } = world;
    const other = depot.connector('send-inline');
    const [github] = await listLinkedAccounts(store, branch.workspaceId, 'github');
    accounts = { github: github!.id, [other.id]: await link(store, branch.workspaceId, other) };
    http = createHttp({ routes: parseRoutes(`${world.routes},${other.routes}`), privateHosts: [] });
  });
  after(async () => {
    await vault.close();
    await worker?.stop();
    await world.close();
    await http?.close();
    await depot.close();
  });

  /** Lets each delivery also start a run of this step. */
  async function publishStep(name: string, step: Pick<ActionStep, 'id' | 'action' | 'input'>): Promise<void> {
    const trigger = { kind: 'connector' as const, connector: 'github', events: ['issues.opened'] };
    const steps = [{ kind: 'action' as const, connector: 'depot', ...step }];
    await publish(world.store, world.branch, { accounts, definition: { name, trigger, steps } });
  }
  const runsOf = async (workflow: string) =>
    (await world.runs()).filter(({ workflowName }) => workflowName === workflow);

  it('100 uploads waiting while quick actions run: every quick one ends before the first upload', async () => {
    await publishStep('Quick', { id: 'quick', action: 'list', input: {} });
    for (let run = 0; run < waiting; run++) await world.start();
    worker = await runWorker({ store: world.store, http: http! }, { uploadLimits });
    await world.until('the first uploads', () => Promise.resolve(held.length === share));
    const quickEnded = async () => (await runsOf('Quick')).filter(({ endedAt }) => endedAt !== null);
    await world.until('the quick actions', async () => (await quickEnded()).length === waiting, 300_000);
    for (const { status, error } of await quickEnded()) assert.deepEqual([status, error], ['completed', null]);
    assert.equal(depot.requests.filter((what) => what === 'GET /list').length, waiting);
    const uploads = await runsOf('Upload');
    assert.deepEqual([uploads.length, uploads.filter(({ endedAt }) => endedAt !== null).length], [waiting, 0]);
    assert.equal(vault.requests.length, share, 'the slow service has its share and no more');
  });

  it('leave room for an upload to another service', async () => {
    const { store, branch, file, temporal } = world;
    await publishStep('Another service', { id: 'upload', action: 'send-inline', input: { file: file.id } });
    await startDeliveryRuns(store, temporal, await keepDelivery(store, branch.workspaceId, newId()));
    await world.until('the other service', () => Promise.resolve(depot.requests.includes('POST /inline')), 180_000);
    assert.equal(vault.requests.length, share);
  });

  it('are all sent, each once, when the service answers again', async () => {
    vault.answerWith(() => false);
    for (const response of held)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"file-1","place":"/places/7"}');
    const ended = async () => (await runsOf('Upload')).filter(({ endedAt }) => endedAt !== null);
    await world.until('the end of all uploads', async () => (await ended()).length === waiting + 1, 400_000);
    for (const { status, error } of await ended()) assert.deepEqual([status, error], ['completed', null]);
    assert.equal(vault.requests.length, waiting + 1);
  });
});
