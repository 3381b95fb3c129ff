import type { Connector, ConnectorAction, ConnectorWebhook, Fixture, Validator } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import { checkAction } from './check-action.ts';
import { checkConnector } from './check-connector.ts';
import { checkFixture } from './check-fixture.ts';
import type { DeclaredSubscription } from './check-subscription-fixture.ts';
import { checkWebhook } from './check-webhook.ts';
import { type CheckContext, createContext, type ObservedTemplate } from './context.ts';
import type { MeantValue } from './meant-value.ts';
import type { ReadFile } from './read-files.ts';
import type { Finding, JsonPath } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** What the folder declares, by name. */
export interface DeclaredNames {
  actions: string[];
  webhooks: string[];
  /** Paths of what could not be read or belongs nowhere: which names it would declare is not clear. */
  unclear: string[];
  /** The inputs of each action whose file fits its schema, and the check of what is given for them. */
  inputs: Map<string, { names: string[]; validate: Validator }>;
  /** How each webhook whose file fits its schema is set up and taken away. */
  subscriptions: Map<string, DeclaredSubscription>;
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
  const found: SourceProblem[] = [];
  const atMeant = createContext(file, connector, found);
  const context = {
    ...atMeant,
    report: (path: JsonPath, finding: Finding) => atMeant.report(meant.written(path), finding),
  };
  if (mistaken.length === 0) runChecks(context, kind, meant.value, names);
  else attempt(() => runChecks(context, kind, meant.value, names));
  const isLost = (problem: SourceProblem): boolean => isEcho(problem, mistaken) || needsLost(problem, meant, mistaken);
  problems.push(...found.filter((problem) => mistaken.length === 0 || !isLost(problem)));
}

const noNames: DeclaredNames = { actions: [], webhooks: [], unclear: [], inputs: new Map(), subscriptions: new Map() };

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
function isEcho({ severity, pointer, code, message }: SourceProblem, mistaken: readonly string[]): boolean {
  if (severity === 'warning') return true;
  if (code === 'unknown_name' && message.includes('"account"') && mistaken.some(hidesAccount)) return true;
  return mistaken.some((other) => pointer === other || isInside(pointer, other) || isInside(other, pointer));
}

/** Names that a part of a file brings, in what is said of one without it. */
const brought: Readonly<Record<string, RegExp>> = {
  pagination: /^there is no "(page|items)"/,
  upload: /^there is no "(file|upload|piece|start|transfer)"|^"file" (is a single value|already names)/,
  split: /^without "split"/,
  subscribe: /^"subscription" has no|^nothing can be taken away/,
};

/** Whether a name would be there but for a mistake: in the inputs, or in a key that may be the part which brings it. */
function needsLost({ message }: SourceProblem, { value }: MeantValue, mistaken: readonly string[]): boolean {
  if (/^there is no "/.test(message) && mistaken.some(hidesInputs)) return true;
  if (message.startsWith('without `to`') && mistaken.some((pointer) => pointer.startsWith('#/upload/'))) return true;
  if (!mistaken.some((pointer) => /^#\/[^/]+$/.test(pointer))) return false;
  return Object.entries(brought).some(
    ([part, says]) => isJsonObject(value) && value[part] === undefined && says.test(message),
  );
}

function hidesInputs(pointer: string): boolean {
  return /^#(\/subscribe)?\/input(\/properties)?$/.test(pointer);
}

// Where it is not clear what accounts have, of their fields or of a sign-in, no name of a value is wrong.
function hidesAccount(pointer: string): boolean {
  return /^#\/((account|signIn)\/.*|[^/]+)$/.test(pointer);
}

// The whole file contains everything, which says nothing about any part of it.
function isInside(pointer: string, outer: string): boolean {
  return outer !== '#' && pointer.startsWith(`${outer}/`);
}
