import type { Connector, ConnectorAction, ConnectorWebhook, Fixture, SchemaCheck } from '@tallyhook/schemas';
import { checkAction } from './check-action.ts';
import { checkConnector } from './check-connector.ts';
import { checkFixture } from './check-fixture.ts';
import { findFormsIn } from './check-forms.ts';
import type { DeclaredSubscription } from './check-subscription-fixture.ts';
import { checkWebhook } from './check-webhook.ts';
import type { CheckContext, ObservedTemplate } from './context.ts';
import type { ReadFile } from './read-files.ts';
import { locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** The inputs of an action, and the check of what is given for them. */
export interface DeclaredInputs {
  names: string[];
  check: SchemaCheck;
}

/** What the folder declares, by name. */
export interface DeclaredNames {
  actions: string[];
  webhooks: string[];
  /** Whether a file could not be read or is in the wrong place: which names it would declare is not known. */
  isUnclear: boolean;
  /** The inputs of each action whose file fits its schema, and the check of what is given for them. */
  inputs: Map<string, DeclaredInputs>;
  /** How each webhook whose file fits its schema is set up and taken away. */
  subscriptions: Map<string, DeclaredSubscription>;
  /** The names of the account's credentials, as far as the sign-in can be read. */
  secrets: string[];
}

/**
 * Checks a file beyond its schema. Where it does not fit its schema, what can still be checked is, so that one run
 * tells all; what may only follow from those mistakes is left out.
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
  // Of a fixture its own check tells.
  const forms = kind === 'fixture' ? [] : findFormsIn(file);
  for (const problem of [...sure.map(({ problem }) => problem), ...forms]) {
    const same = toldAs(problem, problems);
    if (same === undefined) problems.push(problem);
    else same.secrets = [...(same.secrets ?? []), ...(problem.secrets ?? [])];
  }
}

/** The report of a credential at a place where one is told already: more than one sign may give it away. */
function toldAs({ code, file, pointer }: SourceProblem, problems: readonly SourceProblem[]): SourceProblem | undefined {
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

/** Tells of each template of a file, as far as the checks get, and reports nothing. */
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
  if (kind === 'fixture') checkFixture(context, value as Fixture, names);
}

// The checks take the value for what its schema says: where it is not, one of them may end with a TypeError.
function attempt(checks: () => void): void {
  try {
    checks();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Whether a problem may come from a mistake at its place, above it or inside it. */
function isEcho({ severity, pointer }: SourceProblem, mistaken: readonly string[]): boolean {
  if (severity === 'warning') return true;
  return mistaken.some((other) => pointer === other || isInside(pointer, other) || isInside(other, pointer));
}

// The whole file contains everything, which says nothing about any part of it.
function isInside(pointer: string, outer: string): boolean {
  return outer !== '#' && pointer.startsWith(`${outer}/`);
}
