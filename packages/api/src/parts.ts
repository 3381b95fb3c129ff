import type { ColumnLimits } from '@tallyhook/columns';
import type { TemporalClient } from '@tallyhook/engine/client';
import { workflowKinds, type WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Http } from '@tallyhook/sdk';
import type { Store } from '@tallyhook/store';
import type { Logger } from 'pino';
import type { Quotas } from '@tallyhook/store/space';
import type { MailSettings } from './mail/mailer.ts';
import type { OidcSettings } from './oidc/provider.ts';

/** What a process or a test must provide. */
export interface ApiParts {
  store: Store;
  temporal: TemporalClient;
  /** Calls other services: declared hosts only, no private addresses. */
  http: Http;
  logger: Logger;
  /** Our address for people and other services, without a trailing slash. */
  baseUrl: string;
  /** The folder for uploads in progress; must exist. */
  temporaryDirectory: string;
}

/** Settings that have a default. */
export interface ApiLimits {
  hookRates: HookRates;
  questions: QuestionLimits;
  /** Undefined if all questions are answered by MongoDB. */
  columns: ColumnLimits | undefined;
  /** Answers of saved reports that took longer than this are cached for a minute. */
  keepAnswersOverMs: number;
  signInRates: SignInRates;
  /** Undefined if no mail server is set: operators then read the outbox. */
  mail: MailSettings | undefined;
  /** Undefined if people sign in with passwords only. */
  oidc: OidcSettings | undefined;
  /** The emails of operators, besides the first owner. */
  operators: readonly string[];
  /** Who may make workspaces; `owners` includes operators. */
  newWorkspaces: 'operators' | 'owners' | 'anyone';
  /** Calls of API keys that a workspace may make in a month; null for no limit. */
  maxPlanCalls: number | null;
  /** How long a JSON body may take to arrive, or 64 KiB of a file. */
  bodyTimeoutMs: number;
  uploads: UploadLimits;
  /** How much each workspace may have. */
  quotas: Quotas;
  /** Writes are refused if less is free on a disk; undefined for a tenth of the disk, at most 1 GiB. */
  minFreeBytes: number | undefined;
  /** Proxies whose forwarded client address is trusted, in the format of Express's `trust proxy`; none by default. */
  trustedProxies: string | false;
  now: () => Date;
  /** The folder with the built pages; if undefined, no pages are served. */
  pagesFolder: string | undefined;
  /** The kinds of triggers and steps in workflows; only tests replace them. */
  kinds: WorkflowKinds;
  /** Whether a workspace may install connectors under development. */
  allowsBuilds: boolean;
  /** Whether the store's indexes exist; until then, only /health is served. */
  isPrepared: () => boolean;
}

/** Average deliveries per second; bursts may be ten times as large. */
export interface HookRates {
  perSenderPerSecond: number;
  perConnectorPerSecond: number;
}

export interface QuestionLimits {
  /** From arrival to answer, including the wait. */
  deadlineMs: number;
  /** Questions that one process runs at once. */
  atOnce: number;
  /** How many of these may belong to one workspace. */
  perWorkspace: number;
  /** How many questions may wait for their turn; more are refused. */
  waiting: number;
}

export interface SignInRates {
  /** Wrong passwords for one email from one address before it has to pause. */
  perEmail: number;
  /** Wrong passwords for any emails from one address before it has to pause; also wrong keys. */
  perAddress: number;
}

/** Size limits in bytes. */
export interface UploadLimits {
  importBytes: number;
  fileBytes: number;
}

export const defaults: ApiLimits = {
  hookRates: { perSenderPerSecond: 100, perConnectorPerSecond: 1_000 },
  questions: { deadlineMs: 8_000, atOnce: 8, perWorkspace: 4, waiting: 64 },
  columns: { memoryMiB: 256, threads: 2, minRecords: 5_000, maxCodes: 250_000 },
  keepAnswersOverMs: 300,
  signInRates: { perEmail: 10, perAddress: 100 },
  mail: undefined,
  oidc: undefined,
  operators: [],
  newWorkspaces: 'owners',
  maxPlanCalls: null,
  bodyTimeoutMs: 60_000,
  quotas: { records: 10_000_000, fileBytes: 100_000 * 1_000_000, deliveries: 2_000_000 },
  minFreeBytes: undefined,
  uploads: { importBytes: 2 ** 31, fileBytes: 5 * 2 ** 30 },
  trustedProxies: false,
  now: () => new Date(),
  pagesFolder: undefined,
  kinds: workflowKinds,
  allowsBuilds: false,
  isPrepared: () => true,
};
