import type { Workflow } from '@tallyhook/schemas';
import { connectTemporal, startDeliveryRuns } from '@tallyhook/engine/client';
import { workerMemory } from '@tallyhook/local';
import { compileConnector } from '@tallyhook/sdk';
import { newId } from '@tallyhook/store';
import { linkAccount } from '@tallyhook/store/accounts';
import { installConnector, listInstallations, releaseConnector } from '@tallyhook/store/connectors';
import { saveDefinition } from '@tallyhook/store/definitions';
import { acceptDeliveries, eventPayload } from '@tallyhook/store/deliveries';
import { saveFile, type FileRow } from '@tallyhook/store/files';
import { getStepResult, listRuns, listUploads } from '@tallyhook/store/runs';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engines } from '../engines.ts';
import { clone, startProcess } from '../processes.ts';
import type { Workspace } from '../workspace.ts';

const by = 'bench';
const mebibyte = 1024 * 1024;

/** A worker, a workflow that uploads a file with the shipped connector, and its trigger. */
export interface Scene {
  /** Uploads the file in a run. Returns the step's time from its first request on, in milliseconds. */
  upload(): Promise<number>;
  stop(): Promise<void>;
}

/** Saves a file of incompressible bytes. */
export async function saveBytes({ store, branch }: Workspace, sizeBytes: number): Promise<FileRow> {
  return saveFile(store, branch, { name: 'launch.mp4', contentType: 'video/mp4', stream: bytesOf(sizeBytes), by });
}

async function* bytesOf(sizeBytes: number): AsyncGenerator<Buffer> {
  const block = Buffer.alloc(mebibyte);
  for (let at = 0, value = 1; at < mebibyte; at += 4) {
    value = (Math.imul(value, 1664525) + 1013904223) >>> 0;
    block.writeUInt32LE(value, at);
  }
  for (let left = sizeBytes; left > 0; left -= mebibyte) {
    block.writeDoubleLE(left, 0);
    yield block.subarray(0, Math.min(left, mebibyte));
  }
}

/** Creates the workflow and runs the product's own worker process; `routes` directs it to the sink. */
export async function makeScene(
  workspace: Workspace,
  { engines, routes, file }: { engines: Engines; routes: string; file: FileRow },
): Promise<Scene> {
  const { store, branch, workspaceId } = workspace;
  const accounts = { github: await install(workspace, 'github'), youtube: await install(workspace, 'youtube') };
  const definition: Workflow = {
    name: 'Upload',
    trigger: { kind: 'connector', connector: 'github', events: ['issues.opened'] },
    steps: [
      {
        id: 'upload',
        kind: 'action',
        connector: 'youtube',
        action: 'upload-video',
        input: { title: 'Launch', file: file.id },
      },
    ],
  };
  const { id: workflowId } = await saveDefinition(store, branch, 'workflow', { name: 'Upload', definition }, by);
  const place = { workspaceId, branchId: branch.id, branchName: branch.name, workflowId, definition };
  await publishTriggerRoutes(store, place, { on: true, accounts }, by);

  const namespace = 'tallyhook';
  const { temporalAddress } = engines;
  const worker = await startProcess({
    file: 'packages/engine/src/main.ts',
    logPath: join(engines.folder, 'worker.log'),
    environment: {
      MONGODB_URI: engines.mongodbUri,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      TALLYHOOK_KEYRING: workspace.keyringText,
      TALLYHOOK_HOME: engines.folder,
      TALLYHOOK_ROUTES: routes,
      ...workerMemory,
    },
  });
  const temporal = connectTemporal({ address: temporalAddress, namespace });
  return {
    async upload() {
      await startDeliveryRuns(store, temporal, await keepDelivery(workspace));
      for (;;) {
        const [run] = (await listRuns(store, { workspaceId, branchId: branch.id, limit: 1 })).runs;
        if (run?.endedAt) {
          if (run.status !== 'completed') throw new Error(`The run failed: ${run.error?.message}`);
          const [upload] = await listUploads(store, run.id);
          const step = await getStepResult(store, { workspaceId, runId: run.id, stepId: 'upload', item: '' });
          return step!.endedAt!.getTime() - upload!.startedAt!.getTime();
        }
        // Poll rarely: the time is taken from the step, and frequent polling would slow it down.
        await sleep(250);
      }
    },
    async stop() {
      await worker.stop();
      await temporal.close();
    },
  };
}

async function install({ store, workspaceId }: Workspace, connector: string): Promise<string> {
  const { package: released } = compileConnector(join(clone, 'packages/connectors', connector));
  await releaseConnector(store, released!, { workspaceId: null, by });
  await installConnector(store, workspaceId, { connector }, by);
  const fields: Record<string, string> =
    connector === 'github' ? { owner: 'octo', token: 'a token' } : { channel: 'fern', token: 'a token' };
  const account = { workspaceId, connector, label: connector, externalId: 'octo', ownerPersonId: null, fields };
  return (await linkAccount(store, account)).id;
}

async function keepDelivery({ store, workspaceId }: Workspace): Promise<string> {
  const payload = { action: 'opened' };
  const installed = (await listInstallations(store, workspaceId)).find(({ connector }) => connector === 'github')!;
  const event = {
    connectorVersion: installed.version,
    event: 'issues.opened',
    externalId: 'octo',
    payload: eventPayload('issues.opened', payload),
  };
  const [kept] = await acceptDeliveries(store, {
    connector: 'github',
    contentType: 'application/json',
    raw: Buffer.from(JSON.stringify(payload)),
    events: [{ ...event, deliveryId: newId() }],
  });
  return kept!.id;
}
