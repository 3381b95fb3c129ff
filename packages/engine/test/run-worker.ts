import { installRuntime, startWorker, type RunningWorker, type StartWorkerOptions } from '../src/index.ts';
import { join } from 'node:path';
import { pino } from 'pino';
import { engineAddresses, keyring, namespace } from './engines.ts';
import { startChild, type Child } from './child.ts';
import type { World } from './world.ts';

const logger = pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
let isInstalled = false;

/** Bundled once for all tests of a test run. */
export const bundleFolder = join(import.meta.dirname, '../node_modules/.cache/bundles');

/** Routes the SDK's log to the tests' log. There is one runtime per process. */
export function installTestRuntime(): void {
  if (!isInstalled) installRuntime(logger);
  isInstalled = true;
}

/** Starts a run whose workers count as dead after 5 s without a heartbeat; production waits 15 s. */
export const soonLost = { heartbeatTimeoutMs: 5_000 };

export interface TestWorker {
  worker: RunningWorker;
  stop(): Promise<void>;
}

/** Runs a worker in this process, on the queue of the world's own database. */
export async function runWorker(
  { store, http }: Pick<World, 'store' | 'http'>,
  {
    temporalAddress = engineAddresses().temporalAddress,
    ...options
  }: Partial<
    Pick<
      StartWorkerOptions,
      'temporalAddress' | 'kinds' | 'workflowsPath' | 'uploadLimits' | 'onUploadPoint' | 'carrier' | 'quotas'
    >
  > = {},
): Promise<TestWorker> {
  installTestRuntime();
  const worker = await startWorker({ store, http, temporalAddress, namespace, logger, bundleFolder, ...options });
  const running = worker.run();
  return {
    worker,
    async stop() {
      worker.shutdown();
      await running;
    },
  };
}

/** Runs a worker in its own process, which can be killed. */
export async function runWorkerProcess(world: Pick<World, 'store' | 'routes'>, mongodbUri?: string): Promise<Child> {
  return startChild(join(import.meta.dirname, '../src/main.ts'), workerEnvironment(world, mongodbUri));
}

/** The environment of a worker process. */
export function workerEnvironment(
  { store, routes }: Pick<World, 'store' | 'routes'>,
  mongodbUri?: string,
): Record<string, string> {
  const { uri, temporalAddress } = engineAddresses();
  return {
    MONGODB_URI: mongodbUri ?? uri,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
    TALLYHOOK_DATABASE: store.system.databaseName,
    TALLYHOOK_KEYRING: Object.entries(keyring.keys)
      .map(([id, key]) => `${id}:${key.toString('base64')}`)
      .join(','),
    TALLYHOOK_ROUTES: routes,
    TALLYHOOK_HOME: join(bundleFolder, '../home'),
    // As `npm start` does.
    MALLOC_ARENA_MAX: '1',
  };
}
