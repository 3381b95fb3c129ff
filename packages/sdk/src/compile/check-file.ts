import type { Connector, ConnectorAction, ConnectorWebhook, Fixture } from '@tallyhook/schemas';
import { checkAction } from './check-action.ts';
import { checkConnector } from './check-connector.ts';
import { checkFixture } from './check-fixture.ts';
import { checkWebhook } from './check-webhook.ts';
import { type CheckContext, createContext } from './context.ts';
import type { ReadFile } from './read-files.ts';
import type { SourceProblem } from './source-problem.ts';

/** What the folder declares, by name. */
export interface DeclaredNames {
  actions: string[];
  webhooks: string[];
}

/**
 * Checks a file beyond its schema. Where it does not fit its schema, what can still be checked is, so that one run
 * tells all; what may only follow from those mistakes is left out.
 */
export function checkFile(
  { kind, file, mistaken }: ReadFile,
  connector: Connector | undefined,
  names: DeclaredNames,
  problems: SourceProblem[],
): void {
  const found: SourceProblem[] = [];
  const context = createContext(file, connector, found);
  if (mistaken.length === 0) runChecks(context, kind, file.value, names);
  else attempt(() => runChecks(context, kind, file.value, names));
  problems.push(...found.filter((problem) => mistaken.length === 0 || !isEcho(problem, mistaken)));
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

// Where the fields of accounts are not clear, no name of one is wrong.
function hidesAccount(pointer: string): boolean {
  return /^#\/(account\/.*|[^/]+)$/.test(pointer);
}

// The whole file contains everything, which says nothing about any part of it.
function isInside(pointer: string, outer: string): boolean {
  return outer !== '#' && pointer.startsWith(`${outer}/`);
}
