/**
 * A Temporal worker without the product: no store and no journal, but as many pollers and slots as the product's
 * worker. Configured by `TEMPORAL_ADDRESS`, `BARE_SERVICE_URL` and `BARE_SERVICE_TOKEN`. Prints a line of JSON when it
 * is ready, then one with the number of finished runs whenever it grows. Exits on SIGTERM.
 */
import { env, exit, stdout } from 'node:process';
import { join } from 'node:path';
import { bundleWorkflowCode, NativeConnection, Runtime, Worker, type Logger } from '@temporalio/worker';
import { createBareActivities } from './activities.ts';
import { bareNamespace, bareTaskQueue } from './names.ts';

const nothing = () => undefined;
const silent: Logger = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
const reportEveryMs = 20;

// Otherwise Temporal's core would log to standard output, between the lines of JSON.
Runtime.install({
  logger: silent,
  shutdownSignals: [],
  telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } },
});

let ended = 0;
let reported = 0;
const activities = createBareActivities({
  url: env['BARE_SERVICE_URL']!,
  token: env['BARE_SERVICE_TOKEN']!,
  onEnd: () => void (ended += 1),
});
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: join(import.meta.dirname, 'workflows.ts'),
  logger: silent,
});
const connection = await NativeConnection.connect({ address: env['TEMPORAL_ADDRESS']! });
const worker = await Worker.create({
  connection,
  namespace: bareNamespace,
  taskQueue: bareTaskQueue,
  workflowBundle,
  activities,
  maxCachedWorkflows: 200,
  maxConcurrentWorkflowTaskExecutions: 20,
  maxConcurrentWorkflowTaskPolls: 5,
  maxConcurrentActivityTaskExecutions: 20,
  maxConcurrentActivityTaskPolls: 5,
  maxConcurrentLocalActivityExecutions: 16,
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => worker.shutdown());
const say = (line: object) => stdout.write(`${JSON.stringify(line)}\n`);
const timer = setInterval(() => {
  if (ended === reported) return;
  reported = ended;
  say({ ended });
}, reportEveryMs);
say({ ready: true });
await worker.run();
clearInterval(timer);
await connection.close();
exit(0);
