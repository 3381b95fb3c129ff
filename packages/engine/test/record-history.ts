/**
 * Records the Temporal history of a run for the replay test: `node test/record-history.ts NAME [FAULT …]`. A name
 * starting with `upload` records a run that sends a file, `nested` a run with nested steps, `kinds` one with every kind
 * of step, which `kinds-failed` ends as failed. Keep recorded histories: runs from their time may still be open in some installation.
 */
import { argv } from 'node:process';
import { connectTemporal, startDeliveryRuns } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { everyKind } from './every-kind.ts';
import { writeHistory } from './histories.ts';
import { kindsWithRepeat, nestedSteps } from './repeat.ts';
import { runWorker } from './run-worker.ts';
import { createUploadWorld } from './upload-world.ts';
import { createWorld } from './world.ts';

const name = argv[2] ?? 'connector-run';
const faults = argv.slice(3);

await (name.startsWith('upload') ? recordUpload() : recordComment());

async function recordComment(): Promise<void> {
  const world = await createWorld(stepsOf());
  const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
  await world.github.setFaults(...faults);
  const worker = await runWorker(world, { kinds: kindsWithRepeat });
  await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
  const handle = temporal.client.workflow.getHandle((await world.endOfRun()).temporalWorkflowId);
  await handle.result().catch(() => undefined);
  await writeHistory(name, await handle.fetchHistory());
  await worker.stop();
  await temporal.close();
  await world.close();
}

function stepsOf(): Parameters<typeof createWorld>[0] {
  if (name.startsWith('nested')) return { steps: nestedSteps };
  const how = name === 'kinds-failed' ? 'failed' : 'completed';
  return name.startsWith('kinds') ? { steps: (reportId, calledId) => everyKind({ reportId, calledId }, how) } : {};
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
