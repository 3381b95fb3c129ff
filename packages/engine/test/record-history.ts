/**
 * Records the history of a run as Temporal has it, for the replay test: `node test/record-history.ts NAME [FAULT …]`.
 * Recorded histories stay: runs of their time may still be open somewhere.
 */
import { argv } from 'node:process';
import { connectTemporal, startDeliveryRuns } from '../src/client/index.ts';
import { engineAddresses, namespace } from './engines.ts';
import { writeHistory } from './histories.ts';
import { runWorker } from './run-worker.ts';
import { createWorld } from './world.ts';

const name = argv[2] ?? 'connector-run';
const faults = argv.slice(3);

const world = await createWorld();
const temporal = connectTemporal({ address: engineAddresses().temporalAddress, namespace });
await world.github.setFaults(...faults);
const worker = await runWorker(world);
await startDeliveryRuns(world.store, temporal, await world.keepDelivery());
const { temporalWorkflowId } = await world.endOfRun();
const handle = temporal.client.workflow.getHandle(temporalWorkflowId);
await handle.result().catch(() => undefined);
await writeHistory(name, await handle.fetchHistory());
await worker.stop();
await temporal.close();
await world.close();
