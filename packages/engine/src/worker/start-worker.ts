import { NativeConnection } from '@temporalio/worker';
import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import { forgetWorker, noteWorker } from '@tallyhook/store/runs';
import type { Quotas } from '@tallyhook/store/space';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { connectTemporal } from '../client/temporal-client.ts';
import type { Carrier } from '../carrier/carrier.ts';
import type { EngineKinds } from '../kinds/work.ts';
import type { UploadLimits } from '../upload/limits.ts';
import type { OnUploadPoint } from '../upload/points.ts';
import { bundleWorkflows } from './bundle.ts';
import { createWorkers, type Workers } from './create-workers.ts';
import { sweep } from './sweeper.ts';

export interface StartWorkerOptions {
  store: Store;
  /** `host:port`. */
  temporalAddress: string;
  namespace: string;
  /** Calls other services. */
  http: Http;
  /** The address at which other services reach the product; without it, nothing is subscribed there. */
  baseUrl?: string;
  /** Sends files. Default: in this thread. */
  carrier?: Carrier;
  logger: Logger;
  /** Folder that keeps bundled workflow code between starts. */
  bundleFolder?: string;
  now?: () => Date;
  /** How many days runs are kept after they were queued; by default for good. */
  keepRunsDays?: number;
  /** The kinds of triggers and steps; only tests change them. */
  kinds?: EngineKinds;
  /** The file that exports the workflows; only tests change it. */
  workflowsPath?: string;
  /** How much each workspace may have; by default no limits. */
  quotas?: Quotas;
  /** Records are refused if less is free on a disk; by default a tenth of the disk, at most 1 GiB. */
  minFreeBytes?: number;
  /** Time limits of uploads; only tests change them. */
  uploadLimits?: Partial<UploadLimits>;
  /** Called at the points of uploads; for tests only. */
  onUploadPoint?: OnUploadPoint;
}

export interface RunningWorker {
  /** Resolves when the worker first takes work. */
  ready: Promise<void>;
  /** Takes work until `shutdown`. Waits for a Temporal that is down, at the start and later. */
  run(): Promise<void>;
  /** Stops taking new work, gives work in progress 20 seconds to finish, and lets `run` return. */
  shutdown(): void;
}

const longestPauseMs = 10_000;

/** Prepares a worker and bundles the workflow code. Work begins with `run`. */
export async function startWorker(options: StartWorkerOptions): Promise<RunningWorker> {
  const { bundleFolder: cacheFolder, workflowsPath, logger } = options;
  const workflowBundle = await bundleWorkflows({ cacheFolder, workflowsPath });
  const name = `${hostname()}:${process.pid}:${randomBytes(3).toString('hex')}`;
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  let working: Workers | null = null;

  const workUntilLost = async () => {
    const connection = await NativeConnection.connect({ address: options.temporalAddress });
    try {
      working = await createWorkers({ ...options, name, connection, workflowBundle, stopping: stop.signal });
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
      const isWorking = () => working?.isRunning() === true;
      const sweeping = sweep({ ...options, temporal, name, isWorking, signal: stop.signal });
      for (let failures = 0; !stop.signal.aborted;) {
        const error = await workUntilLost().then(() => null, toError);
        if (error === null) continue;
        logger.warn({ err: error, failures: ++failures }, 'could not take work from Temporal; retrying');
        await pause(Math.min(200 * 2 ** failures, longestPauseMs), undefined, { signal: stop.signal }).catch(() => {});
      }
      await sweeping;
      await forgetWorker(options.store, name).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not deregister the worker'),
      );
      await temporal.close();
    },
    shutdown() {
      stop.abort();
      working?.shutdown();
    },
  };
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
