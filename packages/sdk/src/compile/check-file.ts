import type { Connector, ConnectorAction, ConnectorWebhook, Fixture, SchemaCheck, Workflow } from '@tallyhook/schemas';
import { checkAction } from './check-action.ts';
import { checkConnector } from './check-connector.ts';
import { checkFixture } from './check-fixture.ts';
import { findFormsIn } from './check-forms.ts';
import type { DeclaredSubscription } from './check-subscription-fixture.ts';
import { checkTemplateWorkflow } from './check-template-workflow.ts';
import { checkWebhook } from './check-webhook.ts';
import type { CheckContext, ObservedTemplate } from './context.ts';
import type { ReadFile } from './read-files.ts';
import { locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** The inputs of an action and a check for given values. */
export interface DeclaredInputs {
  names: string[];
  check: SchemaCheck;
}

/** The names that the folder declares. */
export interface DeclaredNames {
  actions: string[];
  webhooks: string[];
  /** Whether a file could not be read or is misplaced, so the names it would declare are unknown. */
  isUnclear: boolean;
  /** The inputs, and their check, of each action whose file fits its schema. */
  inputs: Map<string, DeclaredInputs>;
  /** How each webhook whose file fits its schema subscribes and unsubscribes. */
  subscriptions: Map<string, DeclaredSubscription>;
  /** Names of the account's credentials, as far as the sign-in can be read. */
  secrets: string[];
}

/**
 * Checks a file beyond its schema. If the file does not fit its schema, checks what it still can, so that one run
 * reports everything; leaves out what may only follow from those mistakes.
 */
export function checkFile(
  { kind, file, mistaken, meant }: ReadFile,
  connector: Connector | undefined,
  names: DeclaredNames,
  problems: SourceProblem[],
): void {
  const found: { problem: SourceProblem; mayFollow: boolean }[] = [];
  const context: CheckContext = {
    connector,
    report: (path, finding) =>
      void found.push({ problem: locate(file, meant.written(path), finding), mayFollow: finding.mayFollow === true }),
  };
  if (mistaken.length === 0) runChecks(context, kind, meant.value, names);
  else attempt(() => runChecks(context, kind, meant.value, names));
  const sure = found.filter(
    ({ problem, mayFollow }) => mistaken.length === 0 || !(mayFollow || isEcho(problem, mistaken)),
  );
  // Fixtures have their own check for credentials.
  const forms = kind === 'fixture' ? [] : findFormsIn(file);
  for (const problem of [...sure.map(({ problem }) => problem), ...forms]) {
    const same = findReported(problem, problems);
    if (same === undefined) problems.push(problem);
    else same.secrets = [...(same.secrets ?? []), ...(problem.secrets ?? [])];
  }
}

/** The existing report of a credential at the same place: several signs may point to one credential. */
function findReported(
  { code, file, pointer }: SourceProblem,
  problems: readonly SourceProblem[],
): SourceProblem | undefined {
  const isSame = (other: SourceProblem): boolean =>
    other.code === code && other.file === file && other.pointer === pointer;
  return code === 'credential_in_package' ? problems.find(isSame) : undefined;
}

const noNames: DeclaredNames = {
  actions: [],
  webhooks: [],
  isUnclear: false,
  inputs: new Map(),
  subscriptions: new Map(),
  secrets: [],
};

/** Passes each template of a file to an observer, as far as the checks get. Reports nothing. */
export function observeTemplates(
  { kind, file }: ReadFile,
  connector: Connector | undefined,
  observe: (template: ObservedTemplate) => void,
): void {
  const context: CheckContext = { connector, report: () => undefined, observe };
  attempt(() => runChecks(context, kind, file.value, noNames));
}

function runChecks(context: CheckContext, kind: ReadFile['kind'], value: unknown, names: DeclaredNames): void {
  if (kind === 'connector') checkConnector(context, value as Connector);
  if (kind === 'action') checkAction(context, value as ConnectorAction);
  if (kind === 'webhook') checkWebhook(context, value as ConnectorWebhook);
  if (kind === 'workflow') checkTemplateWorkflow(context, value as Workflow, names);
  if (kind === 'fixture') checkFixture(context, value as Fixture, names);
}

// The checks assume a value that fits the schema; otherwise they may throw a TypeError.
function attempt(checks: () => void): void {
  try {
    checks();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Whether a problem may follow from a mistake at, above or below its place. */
function isEcho({ severity, pointer }: SourceProblem, mistaken: readonly string[]): boolean {
  if (severity === 'warning') return true;
  return mistaken.some((other) => pointer === other || isInside(pointer, other) || isInside(other, pointer));
}

// Every place is inside the root, so a mistake there says nothing about a part.
function isInside(pointer: string, outer: string): boolean {
  return outer !== '#' && pointer.startsWith(`${outer}/`);
}
