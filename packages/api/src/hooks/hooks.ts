import { startDeliveryRuns, type TemporalClient } from '@tallyhook/engine/client';
import { maxFileBytes, type Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { SharedTurns } from '@tallyhook/store/turns';
import type { Logger } from 'pino';
import type { HookRates } from '../parts.ts';
import { createHookLimiter, type HookLimiter } from './hook-rates.ts';
import { createPackageFinder, type PackageFinder } from './hook-packages.ts';
import { createDeliveryReader, type DeliveryReader } from './delivery-reader.ts';
import { createBodyReader, type ReadBody } from './read-body.ts';
import { createConfirmations, type Confirmations } from './confirmations.ts';
import { createStartQueue, type StartQueue } from './start-queue.ts';

/** In-process state of the webhook receiver. */
export interface Hooks {
  limiter: HookLimiter;
  findPackages: PackageFinder;
  readBody: ReadBody;
  /** Reads what becomes a sample, which is at most as large as a file of a connector. */
  readSample: ReadBody;
  reader: DeliveryReader;
  starts: StartQueue;
  confirmations: Confirmations;
}

const bodyLimits = { maxBytes: 25 * 1024 * 1024, maxBytesAtOnce: 256 * 1024 * 1024, timeoutMs: 60_000 };
const sampleLimits = { maxBytes: maxFileBytes, maxBytesAtOnce: 32 * 1024 * 1024, timeoutMs: 60_000 };

export interface HooksOptions {
  store: Store;
  temporal: TemporalClient;
  logger: Logger;
  hookRates: HookRates;
  http: Http;
  turns: SharedTurns;
}

export function createHooks({ store, temporal, logger, hookRates, http, turns }: HooksOptions): Hooks {
  return {
    limiter: createHookLimiter(hookRates, turns),
    findPackages: createPackageFinder(store),
    readBody: createBodyReader(bodyLimits),
    readSample: createBodyReader(sampleLimits),
    reader: createDeliveryReader(),
    confirmations: createConfirmations({ store, http, logger }),
    starts: createStartQueue({ logger, start: (deliveryId) => startDeliveryRuns(store, temporal, deliveryId) }),
  };
}
