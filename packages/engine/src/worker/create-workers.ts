import { maxLocalActivities } from '../activities/advance.ts';
import { createSpace, type Quotas } from '@tallyhook/store/space';
import { tmpdir } from 'node:os';
import { Worker, type NativeConnection, type WorkerOptions, type WorkflowBundle } from '@temporalio/worker';
import { createActivities } from '../activities/create-activities.ts';
import { createPackages } from '../activities/packages.ts';
import { createActivityInterceptor } from '../activity-interceptor.ts';
import { createCarrier } from '../carrier/carrier.ts';
import { engineKinds } from '../kinds/index.ts';
import { filesTaskQueue, runsTaskQueue } from '../task-queues.ts';
import { usualLimits } from '../upload/limits.ts';
import { createUploadPlaces } from '../upload/places.ts';
import type { StartWorkerOptions } from './start-worker.ts';

export interface CreateWorkersOptions extends StartWorkerOptions {
  /** The name of this worker process. */
  name: string;
  connection: NativeConnection;
  workflowBundle: WorkflowBundle;
  /** Aborted when the worker shuts down. */
  stopping: AbortSignal;
}

/** The two workers of a process: one for runs, one for sending files. */
export interface Workers {
  /** Resolves when both have ended. If one fails, shuts the other down and throws the error. */
  run(): Promise<void>;
  shutdown(): void;
  isRunning(): boolean;
}

/** How many files a worker sends at the same time. Most of the time they wait for the other service. */
const maxUploads = 8;

/** Requests to other services that are in progress at shutdown have this long to finish. */
const shutdownGraceMs = 20_000;

/** Sized for two cores: questions and requests mostly wait, and workflow code takes almost no time. */
export async function createWorkers(options: CreateWorkersOptions): Promise<Workers> {
  const { name, connection, workflowBundle, namespace, store, logger } = options;
  const activities = createActivities(dependenciesOf(options));
  const shared: Omit<WorkerOptions, 'taskQueue'> = {
    connection,
    namespace,
    identity: name,
    interceptors: { activity: [createActivityInterceptor(logger)] },
    // The default holds heartbeats back for most of the heartbeat timeout.
    maxHeartbeatThrottleInterval: '500ms',
    shutdownGraceTime: shutdownGraceMs,
    shutdownForceTime: shutdownGraceMs + 10_000,
  };
  const { sendFile } = activities;
  const files = await Worker.create({
    ...shared,
    taskQueue: filesTaskQueue(store),
    activities: { sendFile },
    // The others say at once that their service has no place.
    maxConcurrentActivityTaskExecutions: maxUploads + 4,
    maxConcurrentActivityTaskPolls: 2,
  });
  const runs = await Worker.create({
    ...shared,
    taskQueue: runsTaskQueue(store),
    workflowBundle,
    activities,
    // Otherwise a bug in workflow code leaves its run open forever, retried every few seconds.
    workflowFailureErrorTypes: { '*': ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'] },
    maxCachedWorkflows: 200,
    maxConcurrentWorkflowTaskExecutions: 20,
    maxConcurrentWorkflowTaskPolls: 5,
    maxConcurrentActivityTaskExecutions: 20,
    maxConcurrentActivityTaskPolls: 5,
    maxConcurrentLocalActivityExecutions: maxLocalActivities,
    stickyQueueScheduleToStartTimeout: '5s',
  });
  return together([runs, files]);
}

const noQuotas: Quotas = { records: null, fileBytes: null, deliveries: null };

function dependenciesOf(options: CreateWorkersOptions) {
  const { store, http, logger, stopping, now = () => new Date() } = options;
  const { carrier = createCarrier({ store, http }) } = options;
  const { kinds = engineKinds, uploadLimits, onUploadPoint: onPoint } = options;
  const places = createUploadPlaces(maxUploads);
  const uploads = { limits: { ...usualLimits, ...uploadLimits }, places, onPoint, stopping };
  const { quotas = noQuotas, minFreeBytes } = options;
  const space = createSpace({ store, logger, temporaryDirectory: tmpdir(), quotas, minFreeBytes });
  return { store, http, carrier, logger, now, packages: createPackages(store), kinds, uploads, space };
}

function together(workers: Worker[]): Workers {
  const shutdown = (): void => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  return {
    shutdown,
    isRunning: () => workers.every((worker) => worker.getState() === 'RUNNING'),
    async run() {
      const endings = await Promise.allSettled(
        workers.map((worker) =>
          worker.run().catch((error: unknown) => {
            shutdown();
            throw error;
          }),
        ),
      );
      for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
    },
  };
}
