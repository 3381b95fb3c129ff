import type { Http } from '@tallyhook/sdk';
import { sweep as sweepStore, type Store } from '@tallyhook/store';
import { deleteOldRuns, noteWorker } from '@tallyhook/store/runs';
import { createSharedTurns } from '@tallyhook/store/turns';
import type { Logger } from 'pino';
import { reconcileRuns } from '../client/reconcile-runs.ts';
import { confirmLeftovers } from '../client/confirm-subscriptions.ts';
import { settleLeftovers } from '../client/decide.ts';
import { lookBackAgain } from '../client/look-back.ts';
import { startDueSchedules } from '../client/start-due-schedules.ts';
import { startRecordRuns } from '../client/start-record-runs.ts';
import { startRun } from '../client/start-run.ts';
import { sweepDeliveries } from '../client/sweep-deliveries.ts';
import type { TemporalClient } from '../client/temporal-client.ts';
import { wakeLeftovers, wakeWaitingForPlaces } from '../client/wake-run.ts';
import { keepSubscriptions } from '../subscriptions/keep-subscriptions.ts';
import { repeat } from './repeat.ts';

export interface SweeperOptions {
  store: Store;
  temporal: TemporalClient;
  logger: Logger;
  signal: AbortSignal;
  /** The name of this worker process. */
  name: string;
  http: Http;
  /** The address at which other services reach the product; without it, nothing is subscribed there. */
  baseUrl?: string;
  now?: () => Date;
  /** How many days runs are kept after they were queued; by default for good. */
  keepRunsDays?: number;
  /** Whether the worker is taking work right now. */
  isWorking(): boolean;
}

const beatEveryMs = 5_000;
const sweepEveryMs = 3_000;
const scheduleEveryMs = 1_000;
const recordsEveryMs = 1_000;
const subscriptionsEveryMs = 1_000;
const reconcileEveryMs = 20_000;
const cleanEveryMs = 60_000;
/** The process that took a delivery has this long to start its runs. */
const leaveDeliveriesMs = 3_000;
/** The process that took an answer has this long to tell the run. */
const leaveWaitsMs = 2_000;
const leaveRunsMs = 30_000;

/**
 * Background work of every worker: records heartbeats, starts pending deliveries, reconciles runs with Temporal, cleans
 * the store.
 */
export async function sweep(options: SweeperOptions): Promise<void> {
  const { store, temporal, logger, signal, name, isWorking } = options;
  const turns = createSharedTurns(store);
  await Promise.all([
    repeat({ name: 'beat', everyMs: beatEveryMs, signal, logger }, async () => {
      if (isWorking()) await noteWorker(store, name, new Date());
    }),
    repeat({ name: 'start deliveries', everyMs: sweepEveryMs, signal, logger }, () => startLeftovers(options)),
    repeat({ name: 'start schedules', everyMs: scheduleEveryMs, signal, logger }, async () => {
      const started = await startDueSchedules(store, temporal, new Date());
      if (started > 0) logger.info({ runs: started }, 'started scheduled runs');
    }),
    repeat({ name: 'start record runs', everyMs: recordsEveryMs, signal, logger }, async () => {
      const started = await startRecordRuns(store, temporal);
      if (started > 0) logger.info({ runs: started }, 'started runs for changed records');
    }),
    repeat({ name: 'wake runs', everyMs: sweepEveryMs, signal, logger }, async () => {
      await wakeWaitingForPlaces(store, temporal);
      await lookBackAgain(store, new Date());
      for (const run of await settleLeftovers(store, new Date(), { olderThanMs: leaveWaitsMs }))
        await startRun(store, temporal, run);
      await wakeLeftovers(store, temporal, { olderThanMs: leaveWaitsMs });
    }),
    repeat({ name: 'keep subscriptions', everyMs: subscriptionsEveryMs, signal, logger }, async () => {
      const { http, baseUrl, now = () => new Date() } = options;
      if (baseUrl !== undefined) await keepSubscriptions({ store, http, turns, baseUrl, now, logger }, signal);
    }),
    repeat({ name: 'confirm subscriptions', everyMs: sweepEveryMs, signal, logger }, async () => {
      const { http } = options;
      await confirmLeftovers({ store, http, logger }, signal);
    }),
    repeat({ name: 'reconcile runs', everyMs: reconcileEveryMs, signal, logger }, async () => {
      const { ended, started } = await reconcileRuns(store, temporal, { olderThanMs: leaveRunsMs, signal });
      if (ended + started > 0) logger.warn({ ended, started }, 'open runs did not match Temporal');
    }),
    repeat({ name: 'clean the store', everyMs: cleanEveryMs, signal, logger }, async () => {
      const removed = await sweepStore(store);
      if (removed > 0) logger.info({ removed }, 'removed unfinished work');
    }),
    repeat({ name: 'delete old runs', everyMs: cleanEveryMs, signal, logger }, () => deleteOld(options)),
  ]);
}

const deletedAtOnce = 500;

async function deleteOld({ store, logger, signal, keepRunsDays }: SweeperOptions): Promise<void> {
  if (keepRunsDays === undefined) return;
  const queuedBefore = new Date(Date.now() - keepRunsDays * 86_400_000);
  for (let deleted = deletedAtOnce; deleted === deletedAtOnce && !signal.aborted;) {
    deleted = await deleteOldRuns(store, { queuedBefore, limit: deletedAtOnce });
    if (deleted > 0) logger.info({ deleted }, 'deleted old runs');
  }
}

async function startLeftovers({ store, temporal, logger, signal }: SweeperOptions): Promise<void> {
  const { started, failures } = await sweepDeliveries(store, temporal, { olderThanMs: leaveDeliveriesMs, signal });
  if (started > 0) logger.info({ deliveries: started }, 'started waiting deliveries');
  const [first] = failures;
  if (first !== undefined) throw new Error(`could not start delivery ${first.deliveryId}`, { cause: first.error });
}
