import type { TemporalClient } from '@tallyhook/engine/client';
import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Logger } from 'pino';

/** Everything a handler may use; main.ts and the tests build it. */
export interface ApiDependencies {
  store: Store;
  temporal: TemporalClient;
  /** Calls other services: declared hosts only, no private addresses. */
  http: Http;
  logger: Logger;
  /** The address people and other services reach us at, without a slash at the end. */
  baseUrl: string;
  now(): Date;
  /** Where uploads wait while they are read; must exist. */
  temporaryDirectory: string;
  hookRates: HookRates;
  questions: QuestionLimits;
  signInRates: SignInRates;
  /** The largest CSV file and the largest file record, in bytes. */
  uploadLimits: { importBytes: number; fileBytes: number };
}

/** Deliveries a second on average; ten times as many in a burst. */
export interface HookRates {
  perSenderPerSecond: number;
  perConnectorPerSecond: number;
}

export interface QuestionLimits {
  /** From arrival to answer, waiting included. */
  deadlineMs: number;
  /** Questions that one process runs at once. */
  atOnce: number;
  /** Questions that wait for their turn; one more is refused. */
  waiting: number;
}

export interface SignInRates {
  /** Wrong passwords for one email in fifteen minutes. */
  perEmail: number;
  /** Wrong passwords or keys from one address in fifteen minutes. */
  perAddress: number;
}
