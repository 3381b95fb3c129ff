import {
  type Connector,
  type ConnectorAction,
  type ConnectorPackage,
  type ConnectorWebhook,
  type Fixture,
  nearest,
  type Workflow,
} from '@tallyhook/schemas';
import { declaredSecrets, secretNames } from '../sign-in/account-names.ts';
import { digest } from './canonical-json.ts';
import { checkFile, type DeclaredInputs, type DeclaredNames } from './check-file.ts';
import { checkPublishedText } from './check-forms.ts';
import { checkIcon } from './check-icon.ts';
import { checkMatches } from './check-matches.ts';
import { checkOpenCredentials } from './check-open-credentials.ts';
import { isSignInClear } from './check-sign-in.ts';
import type { DeclaredSubscription } from './check-subscription-fixture.ts';
import { checkUnusedFields } from './check-unused-fields.ts';
import { createContext } from './context.ts';
import { inputCheck } from './input-validator.ts';
import { withMaskedLines } from './masked-lines.ts';
import { byFile, type JsonKind, type ReadFile, readFiles } from './read-files.ts';
import { classify, connectorAbove, fileProblem, readFolder, type SourceTexts } from './read-folder.ts';
import { locate } from './source-file.ts';
import type { SourceProblem } from './source-problem.ts';

/** A fixture and its name, which is the file name without `.json`. */
export interface NamedFixture {
  name: string;
  fixture: Fixture;
}

/** The package is present exactly if no problem is an error. */
export interface CompileResult {
  package?: ConnectorPackage;
  problems: SourceProblem[];
  /** The fixtures that fit their schema, by name. Packages contain none. */
  fixtures: NamedFixture[];
}

/**
 * Compiles a connector from its folder, or from its texts by path. Reports all mistakes in one run, causes before their
 * consequences. The same texts give the same package.
 */
export function compileConnector(source: string | ReadonlyMap<string, string>): CompileResult {
  if (typeof source !== 'string') return compileTexts(source);
  const above = connectorAbove(source);
  if (above !== undefined) return { problems: [above], fixtures: [] };
  const { texts, problems } = readFolder(source);
  return compileTexts(texts, problems);
}

/**
 * Compiles a connector, from its folder or its texts, whose fixtures may have mistakes. Returns undefined if anything
 * else has mistakes.
 */
export function compileWithoutFixtures(source: string | ReadonlyMap<string, string>): ConnectorPackage | undefined {
  const isOfFixtures = (path: string): boolean => path.startsWith('fixtures/');
  const { texts, problems } = typeof source === 'string' ? readFolder(source) : { texts: source, problems: [] };
  return compileTexts(
    new Map([...texts].filter(([path]) => !isOfFixtures(path))),
    problems.filter(({ file }) => !isOfFixtures(file)),
  ).package;
}

function compileTexts(texts: SourceTexts | ReadonlyMap<string, string>, found: SourceProblem[] = []): CompileResult {
  const problems = [...found];
  const files = readFiles(texts, problems);
  const declared = files.find(({ kind, mistaken }) => kind === 'connector' && mistaken.length === 0);
  const connector = declared?.file.value as Connector | undefined;
  for (const { kind, name, file } of files) checkFileName(problems, kind, name, file.path);
  const secrets = connector === undefined ? [] : secretsOf(connector);
  const names = { ...namesOf(texts, files, problems), secrets };
  for (const entry of files) {
    checkFile(entry, connector, names, problems);
    if (!problems.some(({ file, severity }) => file === entry.file.path && severity === 'error')) continue;
    // Values given for its inputs cannot be checked.
    if (entry.kind === 'action') names.inputs.delete(entry.name);
    if (entry.kind === 'webhook') names.subscriptions.delete(entry.name);
  }
  if (connector !== undefined) checkOpenCredentials(problems, connector, files);
  checkMatches(problems, files);
  if (connector !== undefined && files.every(({ mistaken }) => mistaken.length === 0)) {
    checkCoverage(problems, connector, files, texts);
    // An unreadable file uses nothing, so "unused" would only be an echo of that mistake.
    if (!problems.some(({ severity }) => severity === 'error')) checkUnusedFields(problems, connector, files);
  }
  checkIcon(problems, texts.get('icon.svg'));
  for (const path of ['icon.svg', 'README.md']) checkPublishedText(problems, path, texts.get(path));
  const isBroken = problems.some(({ severity }) => severity === 'error');
  const sorted = withMaskedLines(withoutEchoes(sortProblems(withOneAccount(problems, declared))));
  const fixtures = fixturesOf(files);
  if (isBroken || connector === undefined) return { problems: sorted, fixtures };
  return { package: makePackage(connector, files, texts), problems: sorted, fixtures };
}

/** Without a base address every path is wrong; one report is enough. */
function withoutEchoes(problems: SourceProblem[]): SourceProblem[] {
  const first = problems.find(({ code }) => code === 'missing_base_url');
  return problems.filter((problem) => problem.code !== 'missing_base_url' || problem === first);
}

/** Reports a missing account in connector.json once, without its consequences. */
function withOneAccount(problems: readonly SourceProblem[], declared: ReadFile | undefined): SourceProblem[] {
  const uses = problems.filter(({ cause }) => cause === 'no_account');
  if (declared === undefined || uses.length === 0) return [...problems];
  const isGiven = ({ file, pointer, code }: SourceProblem): boolean =>
    file.startsWith('fixtures/') && pointer.startsWith('#/account/') && code === 'unknown_name';
  const others = problems.filter((problem) => !uses.includes(problem) && !isGiven(problem));
  const where = sortProblems(uses)[0]!;
  const message = `the key "account" is missing, but ${where.file}:${where.line} uses it`;
  const hint =
    'add the values that people enter, for example "account": { "fields": [{ "name": "token", "label": "Token", "secret": true }], ' +
    '"label": "{{test.body.name}}", "externalId": "{{test.body.id}}" }';
  return [...others, locate(declared.file, [], { code: 'missing_key', message, hint })];
}

function checkFileName(problems: SourceProblem[], kind: JsonKind, name: string, path: string): void {
  if (kind === 'connector' || /^[a-z][a-z0-9-]{0,63}$/.test(name)) return;
  const message = `"${name}" cannot be the name of ${kind === 'action' ? 'an' : 'a'} ${kind}`;
  const hint = 'start with a letter, and use only lower-case letters, digits and hyphens';
  problems.push(fileProblem(path, 'wrong_file_name', message, hint));
}

const codesOfFiles: readonly string[] = [
  'not_utf8',
  'too_large',
  'link',
  'not_a_file',
  'unknown_file',
  'wrong_file_name',
];

function namesOf(
  texts: ReadonlyMap<string, string>,
  files: readonly ReadFile[],
  problems: readonly SourceProblem[],
): Omit<DeclaredNames, 'secrets'> {
  const known = [...texts.keys()].flatMap((path) => classify(path) ?? []);
  const names = (kind: string): string[] => known.filter((entry) => entry.kind === kind).map(({ name }) => name);
  const sound = (kind: JsonKind): ReadFile[] =>
    files.filter((entry) => entry.kind === kind && entry.mistaken.length === 0);
  const inputs = sound('action').map(({ name, file }) => [name, inputOf(file.value as ConnectorAction)] as const);
  const subscriptions = sound('webhook').map(
    ({ name, file }) => [name, subscriptionOf(file.value as ConnectorWebhook)] as const,
  );
  return {
    actions: names('action'),
    webhooks: names('webhook'),
    isUnclear: problems.some(({ code, pointer }) => codesOfFiles.includes(code) && pointer === '#'),
    inputs: new Map(inputs),
    subscriptions: new Map(subscriptions),
  };
}

/** The names of secrets. What the sign-in sends besides the declared ones is known only if it can be read. */
function secretsOf(connector: Connector): string[] {
  return isSignInClear(connector) ? secretNames(connector) : declaredSecrets(connector);
}

function inputOf({ input }: Pick<ConnectorAction, 'input'>): DeclaredInputs {
  return { names: Object.keys(input.properties), check: inputCheck(input) };
}

const noInput: ConnectorAction['input'] = { type: 'object', properties: {} };

function subscriptionOf({ subscribe, renew, unsubscribe }: ConnectorWebhook): DeclaredSubscription {
  return {
    inputs: subscribe === undefined ? undefined : inputOf({ input: subscribe.input ?? noInput }),
    keep: subscribe?.keep ?? {},
    hasRenew: renew !== undefined,
    hasUnsubscribe: unsubscribe !== undefined,
  };
}

/** Warns of parts that no fixture tests. */
function checkCoverage(
  problems: SourceProblem[],
  connector: Connector,
  files: ReadFile[],
  texts: ReadonlyMap<string, string>,
): void {
  const fixtures = files.filter(({ kind }) => kind === 'fixture').map(({ file }) => file.value as Fixture);
  const tested = new Set(fixtures.map(subjectOf));
  if (![...texts.keys()].some((path) => path.startsWith('fixtures/'))) return;
  // A fixture with a misspelt name probably tests the one that was meant.
  const meant = new Set(
    [...tested].flatMap(
      (entry) =>
        nearest(
          entry,
          files.map(({ kind, name }) => `${kind} ${name}`),
        ) ?? [],
    ),
  );
  for (const { kind, name, file } of files) {
    if (kind !== 'action' && kind !== 'webhook') continue;
    if (meant.has(`${kind} ${name}`)) continue;
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

/** What a fixture tests, such as `action create-issue`. */
function subjectOf(fixture: Fixture): string {
  if (fixture.kind === 'signIn') return 'signIn';
  return `${fixture.kind} ${fixture.kind === 'action' ? fixture.action : fixture.webhook}`;
}

/**
 * Sorts problems. Within a file, an unknown key without a suggestion comes first, because it makes much else seem
 * wrong. The note that there are more mistakes comes last.
 */
function sortProblems(problems: SourceProblem[]): SourceProblem[] {
  const rank = ({ severity }: SourceProblem): number => (severity === 'error' ? 0 : 1);
  const cause = ({ code, suggestion }: SourceProblem): number =>
    code === 'more_mistakes' ? 2 : code === 'unknown_key' && suggestion === undefined ? 0 : 1;
  return problems.sort(
    (a, b) =>
      rank(a) - rank(b) || byFile(a.file, b.file) || cause(a) - cause(b) || a.line - b.line || a.column - b.column,
  );
}

function makePackage(connector: Connector, files: ReadFile[], texts: ReadonlyMap<string, string>): ConnectorPackage {
  const icon = texts.get('icon.svg');
  const readme = texts.get('README.md');
  const workflows = collect<Workflow>(files, 'workflow');
  const content = {
    format: 1 as const,
    connector: withoutSchema(connector),
    actions: collect<ConnectorAction>(files, 'action'),
    webhooks: collect<ConnectorWebhook>(files, 'webhook'),
    ...(Object.keys(workflows).length === 0 ? {} : { workflows }),
    ...(icon === undefined ? {} : { icon }),
    ...(readme === undefined ? {} : { readme }),
  };
  return { ...content, sha256: digest(content) };
}

function collect<T extends object>(files: ReadFile[], kind: JsonKind): Record<string, T> {
  const chosen = files.filter((entry) => entry.kind === kind);
  return Object.fromEntries(chosen.map(({ name, file }) => [name, withoutSchema(file.value as T)]));
}

function fixturesOf(files: ReadFile[]): NamedFixture[] {
  return files
    .filter(({ kind, mistaken }) => kind === 'fixture' && mistaken.length === 0)
    .map(({ name, file }) => ({ name, fixture: file.value as Fixture }));
}

/** Removes `$schema`, which tells editors where the schema is. Moving the folder must not change the package. */
function withoutSchema<T extends object>(value: T): T {
  const copy: T & { $schema?: string } = { ...value };
  delete copy.$schema;
  return copy;
}
