import type { TemporalClient } from '@tallyhook/engine/client';
import { workflowKinds, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Logger } from 'pino';

/** What a process or a test brings along. */
export interface ApiParts {
  store: Store;
  temporal: TemporalClient;
  /** Calls other services: declared hosts only, no private addresses. */
  http: Http;
  logger: Logger;
  /** The address people and other services reach us at, without a slash at the end. */
  baseUrl: string;
  /** Where uploads wait while they are read; must exist. */
  temporaryDirectory: string;
}

/** What has a default. */
export interface ApiLimits {
  hookRates: HookRates;
  questions: QuestionLimits;
  /** The answer of a saved report is kept for a minute where counting took longer than this. */
  keepAnswersOverMs: number;
  signInRates: SignInRates;
  uploads: UploadLimits;
  /** Whose word about a request's address is taken, as Express's `trust proxy` has it; nobody's by default. */
  trustedProxies: string | false;
  now: () => Date;
  /** The folder with the built pages; without one none are served. */
  pagesFolder: string | undefined;
  /** The kinds of triggers and steps that workflows are made of; only tests have others. */
  kinds: WorkflowKinds;
  /** Whether a workspace may use connectors that are being written. */
  allowsBuilds: boolean;
  /** Whether the store's indexes are there; nothing but /health is served before. */
  isPrepared: () => boolean;
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
  /** Of these, questions of one workspace. */
  perWorkspace: number;
  /** Questions that wait for their turn; one more is refused. */
  waiting: number;
}

export interface SignInRates {
  /** Wrong passwords for one email in fifteen minutes. */
  perEmail: number;
  /** Wrong passwords and keys from one address in fifteen minutes. */
  perAddress: number;
}

/** In bytes. */
export interface UploadLimits {
  importBytes: number;
  fileBytes: number;
}

export const defaults: ApiLimits = {
  hookRates: { perSenderPerSecond: 100, perConnectorPerSecond: 1_000 },
  questions: { deadlineMs: 8_000, atOnce: 8, perWorkspace: 4, waiting: 64 },
  keepAnswersOverMs: 300,
  signInRates: { perEmail: 10, perAddress: 100 },
  uploads: { importBytes: 2 ** 31, fileBytes: 5 * 2 ** 30 },
  trustedProxies: false,
  now: () => new Date(),
  pagesFolder: undefined,
  kinds: workflowKinds,
  allowsBuilds: false,
  isPrepared: () => true,
};
