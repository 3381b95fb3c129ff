import {
  actionSchema,
  type Connector,
  type ConnectorAction,
  type ConnectorPackage,
  connectorSchema,
  type ConnectorWebhook,
  createValidator,
  type Fixture,
  fixtureSchema,
  fromPointer,
  requestSchema,
  type Validator,
  webhookSchema,
} from '@tallyhook/schemas';
import { digest } from './canonical-json.ts';
import { checkAction } from './check-action.ts';
import { checkConnector } from './check-connector.ts';
import { checkFixture } from './check-fixture.ts';
import { checkIcon } from './check-icon.ts';
import { checkWebhook } from './check-webhook.ts';
import { type CheckContext, createContext } from './context.ts';
import { parseJson } from './parse-json.ts';
import { classify, fileProblem, readFolder, type SourceTexts, unknownFile } from './read-folder.ts';
import { locate, type SourceFile } from './source-file.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

/** The package is there exactly when no problem is an error. */
export interface CompileResult {
  package?: ConnectorPackage;
  problems: SourceProblem[];
}

/**
 * Compiles a connector from its folder, or from its texts by path. Reports all mistakes in one run, those that others
 * follow from first. The same texts give the same package.
 */
export function compileConnector(source: string | ReadonlyMap<string, string>): CompileResult {
  if (typeof source !== 'string') return compileTexts(source);
  const { texts, problems } = readFolder(source);
  const result = compileTexts(texts, problems);
  return result;
}

type JsonKind = 'connector' | 'action' | 'webhook' | 'fixture';

interface ReadFile {
  kind: JsonKind;
  name: string;
  file: SourceFile;
}

const references = [requestSchema];
const validators: Record<JsonKind, Validator> = {
  connector: createValidator(connectorSchema, references),
  action: createValidator(actionSchema, references),
  webhook: createValidator(webhookSchema, references),
  fixture: createValidator(fixtureSchema, references),
};

function compileTexts(texts: SourceTexts | ReadonlyMap<string, string>, found: SourceProblem[] = []): CompileResult {
  const problems = [...found];
  const files = readFiles(texts, problems);
  const connector = files.find(({ kind }) => kind === 'connector')?.file.value as Connector | undefined;
  for (const { kind, name, file } of files) {
    checkFile(createContext(file, connector, problems), kind, file, namesOf(texts));
    checkFileName(problems, kind, name, file.path);
  }
  if (connector !== undefined) checkCoverage(problems, connector, files, texts);
  checkIcon(problems, texts.get('icon.svg'));
  const isBroken = problems.some(({ severity }) => severity === 'error');
  const sorted = sortProblems(problems);
  if (isBroken || connector === undefined) return { problems: sorted };
  return { package: makePackage(connector, files, texts), problems: sorted };
}

/** Reads and checks every JSON file; gives those without mistakes, connector.json first. */
function readFiles(texts: ReadonlyMap<string, string>, problems: SourceProblem[]): ReadFile[] {
  if (!texts.has('connector.json')) {
    const hint = 'write one with id, name, version, hosts and signIn';
    problems.push(fileProblem('connector.json', 'missing_file', 'there is no connector.json', hint));
  }
  return [...texts.keys()].sort(byFile).flatMap((path) => {
    const known = classify(path);
    if (known === undefined) problems.push(unknownFile(path));
    if (known === undefined || known.kind === 'readme' || known.kind === 'icon') return [];
    const file = readFile(path, texts.get(path)!, validators[known.kind], problems);
    return file === undefined ? [] : [{ kind: known.kind, name: known.name, file }];
  });
}

function readFile(path: string, text: string, validate: Validator, problems: SourceProblem[]): SourceFile | undefined {
  const { root, value, problems: mistakes } = parseJson(text);
  for (const { offset, code, message, hint } of mistakes) {
    problems.push({ severity: 'error', file: path, ...placeInText(text, offset), pointer: '#', code, message, hint });
  }
  if (root === undefined || mistakes.length > 0) return undefined;
  const file: SourceFile = { path, text, root, value };
  const details = validate(value);
  for (const { pointer = '#', code, detail } of details) {
    // "unknown key; did you mean …" is a message and a hint.
    const [message = detail, hint] = detail.split(/; (?=did you mean|known keys|add it|keep one|expected )/);
    const atKey = code === 'unknown_key' || code === 'wrong_key';
    problems.push(
      locate(file, fromPointer(pointer), { code, message, atKey, ...(hint === undefined ? {} : { hint }) }),
    );
  }
  return details.length === 0 ? file : undefined;
}

function checkFile(
  context: CheckContext,
  kind: JsonKind,
  file: SourceFile,
  names: { actions: string[]; webhooks: string[] },
): void {
  if (kind === 'connector') checkConnector(context, file.value as Connector);
  if (kind === 'action') checkAction(context, file.value as ConnectorAction);
  if (kind === 'webhook') checkWebhook(context, file.value as ConnectorWebhook);
  if (kind === 'fixture') checkFixture(context, file.value as Fixture, names);
}

function checkFileName(problems: SourceProblem[], kind: JsonKind, name: string, path: string): void {
  if (kind === 'connector' || /^[a-z][a-z0-9-]{0,63}$/.test(name)) return;
  const hint = 'use lower-case letters, digits and hyphens, beginning with a letter';
  problems.push(
    fileProblem(
      path,
      'wrong_file_name',
      `"${name}" cannot be the name of ${kind === 'action' ? 'an' : 'a'} ${kind}`,
      hint,
    ),
  );
}

function namesOf(texts: ReadonlyMap<string, string>): { actions: string[]; webhooks: string[] } {
  const known = [...texts.keys()].flatMap((path) => classify(path) ?? []);
  const names = (kind: string): string[] => known.filter((entry) => entry.kind === kind).map(({ name }) => name);
  return { actions: names('action'), webhooks: names('webhook') };
}

/** Warns of what no fixture tests. */
function checkCoverage(
  problems: SourceProblem[],
  connector: Connector,
  files: ReadFile[],
  texts: ReadonlyMap<string, string>,
): void {
  const fixtures = files.filter(({ kind }) => kind === 'fixture').map(({ file }) => file.value as Fixture);
  if (![...texts.keys()].some((path) => path.startsWith('fixtures/'))) return;
  for (const { kind, name, file } of files) {
    if (kind !== 'action' && kind !== 'webhook') continue;
    if (
      fixtures.some(
        (fixture) => fixture.kind === kind && (fixture as unknown as Record<string, unknown>)[kind] === name,
      )
    )
      continue;
    const hint = `add a file to fixtures/ with "kind": "${kind}" and "${kind}": "${name}"`;
    const context = createContext(file, connector, problems);
    context.report([], {
      code: 'no_fixture',
      message: `no fixture tests the ${kind} "${name}"`,
      hint,
      severity: 'warning',
    });
  }
}

function sortProblems(problems: SourceProblem[]): SourceProblem[] {
  const rank = ({ severity }: SourceProblem): number => (severity === 'error' ? 0 : 1);
  return problems.sort((a, b) => rank(a) - rank(b) || byFile(a.file, b.file) || a.line - b.line || a.column - b.column);
}

/** What other files refer to comes first. */
function byFile(a: string, b: string): number {
  const order = (path: string): number =>
    ['connector.json', 'actions/', 'webhooks/', 'fixtures/'].findIndex((start) => path.startsWith(start)) + 1 || 9;
  return order(a) - order(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function makePackage(connector: Connector, files: ReadFile[], texts: ReadonlyMap<string, string>): ConnectorPackage {
  const icon = texts.get('icon.svg');
  const readme = texts.get('README.md');
  const content = {
    format: 1 as const,
    connector: withoutSchema(connector),
    actions: collect<ConnectorAction>(files, 'action'),
    webhooks: collect<ConnectorWebhook>(files, 'webhook'),
    ...(icon === undefined ? {} : { icon }),
    ...(readme === undefined ? {} : { readme }),
  };
  return { ...content, sha256: digest(content) };
}

function collect<T extends { $schema?: string }>(files: ReadFile[], kind: JsonKind): Record<string, T> {
  const chosen = files.filter((entry) => entry.kind === kind);
  return Object.fromEntries(chosen.map(({ name, file }) => [name, withoutSchema(file.value as T)]));
}

/** `$schema` says where the editor finds the schema; moving the folder must not change the package. */
function withoutSchema<T extends { $schema?: string }>(value: T): T {
  const copy = { ...value };
  delete copy.$schema;
  return copy;
}
