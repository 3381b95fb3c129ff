/**
 * Records the Temporal history of a run for the replay test: `node test/record-history.ts NAME [FAULT …]`. A name
 * starting with `upload` records a run that sends a file, `nested` a run with nested steps, `kinds` one with every kind
 * of step, which one starting with `kinds-failed` ends as failed. Keep recorded histories: runs from their time may still be open in some installation.
 */
import { join } from 'node:path';
import { argv } from 'node:process';
import type { Workflow } from '@tallyhook/schemas';
import { compileConnector } from '@tallyhook/sdk';
import { linkAccount } from '@tallyhook/store/accounts';
import { installConnector, releaseConnector } from '@tallyhook/store/connectors';
import { getDefinition } from '@tallyhook/store/definitions';
import { publishTriggerRoutes } from '@tallyhook/store/workflows';
import { connectTemporal, startDeliveryRuns } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { everyKind } from './every-kind.ts';
import { writeHistory } from './histories.ts';
import { kindsWithRepeat, nestedSteps } from './repeat.ts';
import { runWorker } from './run-worker.ts';
import { createUploadWorld } from './upload-world.ts';
import { createWorld, type World } from './world.ts';

const name = argv[2] ?? 'connector-run';
const faults = argv.slice(3);

await (name.startsWith('upload') ? recordUpload() : recordComment());

async function recordComment(): Promise<void> {
  const world = await createWorld(stepsOf());
  if (name.startsWith('kinds')) await linkHttp(world);
  const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  await world.github.setFaults(...faults);
  const worker = await runWorker(world, { kinds: kindsWithRepeat });
  await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
  // Among its steps is one that runs another workflow.
  const ended = async () => (await world.runs()).find((run) => run.workflowId === world.workflowId && run.endedAt);
  await world.until('the end of the run', async () => (await ended()) !== undefined);
  const handle = temporal.client.workflow.getHandle((await ended())!.temporalWorkflowId);
  await handle.result().catch(() => undefined);
  await writeHistory(name, await handle.fetchHistory());
  await worker.stop();
  await temporal.close();
  await world.close();
}

function stepsOf(): Parameters<typeof createWorld>[0] {
  if (name.startsWith('nested')) return { steps: nestedSteps };
  const how = name.startsWith('kinds-failed') ? 'failed' : 'completed';
  return name.startsWith('kinds') ? { steps: (reportId, calledId) => everyKind({ reportId, calledId }, how) } : {};
}

/** Links an account of the connector `http` that may call GitHub. */
async function linkHttp({ store, branch, github, workflowId, accountId }: World): Promise<void> {
  const { workspaceId, id: branchId, name: branchName } = branch;
  const { package: released } = compileConnector(join(import.meta.dirname, '../../connectors/http'));
  await releaseConnector(store, released!, { workspaceId: null, by: 'test' });
  await installConnector(store, workspaceId, { connector: 'http' }, 'test');
  const { id: own } = await linkAccount(store, {
    ...{ workspaceId, connector: 'http', label: 'GitHub', externalId: 'github', ownerPersonId: null },
    fields: { name: 'GitHub', host: 'api.github.com', authorization: `Bearer ${github.token}` },
  });
  const { definition } = await getDefinition(store, branch, 'workflow', workflowId);
  const place = { workspaceId, branchId, branchName, workflowId, definition: definition as Workflow };
  await publishTriggerRoutes(store, place, { on: true, accounts: { github: accountId, own } }, 'test');
}

/** Shuts the worker down midway, so that the history contains a second turn. */
async function recordUpload(): Promise<void> {
  const world = await createUploadWorld({ sizeBytes: 2 * 1024 * 1024, paceBytesPerSecond: 1024 * 1024 });
  await world.youtube.setFaults(...faults);
  const first = await runWorker(world);
  await world.start();
  await world.until('the first pieces', async () => ((await world.upload())?.confirmedPieces ?? 0) > 1);
  await first.stop();
  const second = await runWorker(world);
  const handle = world.temporal.client.workflow.getHandle((await world.endOfRun()).temporalWorkflowId);
  await handle.result().catch(() => undefined);
  await writeHistory(name, await handle.fetchHistory());
  await second.stop();
  await world.close();
}
