import { createColumnKeeper } from '@tallyhook/columns';
import { problemFrom } from '@tallyhook/store';
import { createAttempts, type Attempts } from './attempts.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createOidcProvider, type OidcProvider } from './oidc/provider.ts';
import { createFolderWork, type FolderWork } from './folders/folder-work.ts';
import { createHooks, type Hooks } from './hooks/hooks.ts';
import { defaults, type ApiLimits, type ApiParts } from './parts.ts';
import { createPlanCalls } from './questions/plan-calls.ts';
import { createQuestionGate } from './questions/question-gate.ts';
import { createTimedOut } from './questions/timed-out.ts';
import type { ReportServices } from './reports/report-services.ts';
import { createSharedCounts } from './reports/shared-counts.ts';
import { createSpace, type Space } from '@tallyhook/store/space';
import { createSharedTurns, type SharedTurns } from '@tallyhook/store/turns';
import { createIndexJobs, type IndexJobs } from './speed/index-jobs.ts';
import { createUsageNotes } from './speed/usage-notes.ts';

/** Everything that handlers use. Each function declares the part of it that it needs. */
export interface ApiDependencies extends ApiParts, ApiLimits, ReportServices {
  attempts: Attempts;
  mailer: Mailer;
  /** Whether mails leave by a mail server. */
  sendsMail: boolean;
  /** Undefined if people sign in with passwords only. */
  oidcProvider: OidcProvider | undefined;
  entrance: Entrance;
  indexJobs: IndexJobs;
  hooks: Hooks;
  /** Checks connectors in the making. */
  folderWork: FolderWork;
  /** Checks those that agents send, which cannot hold up people. */
  agentWork: FolderWork;
  /** Runs their fixtures, which takes longer. */
  fixtureWork: FolderWork;
  space: Space;
  /** Keeps to rates together with all other processes. */
  turns: SharedTurns;
}

/** Creates the dependencies of the handlers. */
export function createDependencies(given: ApiParts & Partial<ApiLimits>): ApiDependencies {
  const limits = { ...defaults, ...given };
  const turns = createSharedTurns(limits.store);
  return {
    ...limits,
    mailer: createMailer(limits.mail, limits),
    sendsMail: limits.mail !== undefined,
    oidcProvider: limits.oidc && createOidcProvider(limits.oidc, limits),
    attempts: createAttempts(limits.signInRates, limits),
    entrance: createEntrance(limits.questions),
    questionGate: createQuestionGate(limits.questions),
    quickGate: createQuestionGate(limits.questions),
    timedOut: createTimedOut(limits),
    counts: createSharedCounts(),
    keptColumns:
      limits.columns &&
      createColumnKeeper(limits.columns, {
        onError: (error, what) => limits.logger.warn({ error: String(problemFrom(error)) }, `Failed: ${what}.`),
      }),
    planCalls: createPlanCalls(limits),
    usage: createUsageNotes(limits),
    indexJobs: createIndexJobs(limits),
    hooks: createHooks({ ...limits, turns }),
    folderWork: createFolderWork({ maxMs: 20_000 }),
    agentWork: createFolderWork({ maxMs: 20_000, maxWaiting: 1, busyCode: 'too_many_requests' }),
    fixtureWork: createFolderWork({ maxMs: 60_000 }),
    space: createSpace(limits),
    turns,
  };
}
