import { NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker';
import type { Http } from '@tallyhook/sdk';
import { forgetWorker, noteWorker, type Store } from '@tallyhook/store';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createActivities } from '../activities/create-activities.ts';
import { createActivityInterceptor } from '../activity-interceptor.ts';
import { connectTemporal } from '../client/temporal-client.ts';
import { runsTaskQueue } from '../task-queues.ts';
import { bundleWorkflows } from './bundle.ts';
import { sweep } from './sweeper.ts';

export interface StartWorkerOptions {
  store: Store;
  /** `host:port`. */
  temporalAddress: string;
  namespace: string;
  /** Calls other services. */
  http: Http;
  logger: Logger;
  /** Where bundled workflow code is kept between starts. */
  bundleFolder?: string;
  now?: () => Date;
  /** The file that exports the workflows; only tests have another. */
  workflowsPath?: string;
}

export interface RunningWorker {
  /** Resolves when the worker takes work for the first time. */
  ready: Promise<void>;
  /** Takes work until `shutdown`; waits for a Temporal that is down, at the start and later. */
  run(): Promise<void>;
  /** Takes no new work, gives what is in hand 20 seconds to end, and lets `run` return. */
  shutdown(): void;
}

/** Requests to other services in hand at a shutdown have this long to be answered. */
const shutdownGraceMs = 20_000;
const longestPauseMs = 10_000;

/** Prepares a worker: bundles the workflow code. The work begins with `run`. */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  const { bundleFolder: cacheFolder, workflowsPath, logger } = options;
  const workflowBundle = await bundleWorkflows({ cacheFolder, workflowsPath });
  const name = `${hostname()}:${process.pid}:${randomBytes(3).toString('hex')}`;
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  let working: Worker | null = null;

  const workUntilLost = async () => {
    const connection = await NativeConnection.connect({ address: options.temporalAddress });
    try {
      working = await createWorker({ ...options, name, connection, workflowBundle });
      if (stop.signal.aborted) return;
      const run = working.run();
      await noteWorker(options.store, name, new Date());
      first.resolve();
      await run;
    } finally {
      working = null;
      await connection.close();
    }
  };

  return {
    ready: first.promise,
    async run() {
      const temporal = connectTemporal({ address: options.temporalAddress, namespace: options.namespace });
      const isWorking = () => working?.getState() === 'RUNNING';
      const sweeping = sweep({ ...options, temporal, name, isWorking, signal: stop.signal });
      for (let failures = 0; !stop.signal.aborted;) {
        const error = await workUntilLost().then(() => null, toError);
        if (error === null) continue;
        logger.warn({ err: error, failures: ++failures }, 'no work could be taken from Temporal; trying again');
        await pause(Math.min(200 * 2 ** failures, longestPauseMs), undefined, { signal: stop.signal }).catch(() => {});
      }
      await sweeping;
      await forgetWorker(options.store, name).catch((error: unknown) => logger.warn({ err: error }, 'not signed off'));
      await temporal.close();
    },
    shutdown() {
      stop.abort();
      if (working?.getState() === 'RUNNING') working.shutdown();
    },
  };
}

interface CreateWorkerOptions extends StartWorkerOptions {
  name: string;
  connection: NativeConnection;
  workflowBundle: WorkflowBundle;
}

/** Sized for two cores: a question or a request in hand is mostly waiting, workflow code takes no time at all. */
function createWorker({ name, connection, workflowBundle, namespace, ...deps }: CreateWorkerOptions): Promise<Worker> {
  const { store, http, logger, now = () => new Date() } = deps;
  return Worker.create({
    connection,
    namespace,
    identity: name,
    taskQueue: runsTaskQueue(store),
    workflowBundle,
    activities: createActivities({ store, http, logger, now }),
    interceptors: { activity: [createActivityInterceptor(logger)] },
    // Else a mistake in workflow code leaves its run open for ever, tried again every few seconds.
    workflowFailureErrorTypes: { '*': ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'] },
    maxCachedWorkflows: 200,
    maxConcurrentWorkflowTaskExecutions: 20,
    maxConcurrentWorkflowTaskPolls: 5,
    maxConcurrentActivityTaskExecutions: 20,
    maxConcurrentActivityTaskPolls: 5,
    maxConcurrentLocalActivityExecutions: 8,
    stickyQueueScheduleToStartTimeout: '5s',
    // By default a beat is held back for most of the time after which its absence means death.
    maxHeartbeatThrottleInterval: '3s',
    shutdownGraceTime: shutdownGraceMs,
    shutdownForceTime: shutdownGraceMs + 10_000,
  });
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
