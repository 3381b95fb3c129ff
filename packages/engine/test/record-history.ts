/**
 * Records the history of a run as Temporal has it, for the replay test: `node test/record-history.ts NAME [FAULT …]`; a
 * name that begins with `upload` is that of a run that sends a file, one that begins with `nested` of a run with steps
 * inside steps. Recorded histories stay: runs of their time may still be open somewhere.
 */
import { argv } from 'node:process';
import { connectTemporal, startDeliveryRuns } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { writeHistory } from './histories.ts';
import { kindsWithRepeat, nestedSteps } from './repeat.ts';
import { runWorker } from './run-worker.ts';
import { createUploadWorld } from './upload-world.ts';
import { createWorld } from './world.ts';

const name = argv[2] ?? 'connector-run';
const faults = argv.slice(3);

await (name.startsWith('upload') ? recordUpload() : recordComment());

async function recordComment(): Promise<void> {
  const isNested = name.startsWith('nested');
  const world = await createWorld(isNested ? { steps: nestedSteps } : {});
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

/** The worker is shut down in the middle, so that another turn is in the history too. */
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
