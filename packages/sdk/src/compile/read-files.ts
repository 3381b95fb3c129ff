import {
  actionSchema,
  connectorSchema,
  createSchemaCheck,
  describeFinding,
  fixtureSchema,
  fromPointer,
  maxMistakes,
  requestSchema,
  type SchemaCheck,
  type SchemaFinding,
  toPointer,
  webhookSchema,
} from '@tallyhook/schemas';
import { composeWorkflowSchema, workflowKinds } from '@tallyhook/schemas/kinds';
import { quickChecks } from '@tallyhook/schemas/quick-checks';
import { findLargeNumbers, parseJson } from './parse-json.ts';
import { isJsonObject } from '../json-object.ts';
import { classify, fileProblem, unknownFile } from './read-folder.ts';
import { type MeantValue, meantValue } from './meant-value.ts';
import { type Finding, locate, type SourceFile } from './source-file.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

export type JsonKind = 'connector' | 'action' | 'webhook' | 'workflow' | 'fixture';

/** A JSON file of a connector that could be parsed. */
export interface ReadFile {
  kind: JsonKind;
  name: string;
  file: SourceFile;
  /** Pointers of the parts that do not fit the schema. If empty, the value has the type of its kind. */
  mistaken: string[];
  /** The value with likely misspellings corrected. */
  meant: MeantValue;
}

const requests = [requestSchema];
const checks: Record<JsonKind, SchemaCheck> = {
  connector: createSchemaCheck(connectorSchema, requests, quickChecks.connector),
  action: createSchemaCheck(actionSchema, requests, quickChecks.action),
  webhook: createSchemaCheck(webhookSchema, [requestSchema, actionSchema], quickChecks.webhook),
  workflow: createSchemaCheck(composeWorkflowSchema(workflowKinds), [], quickChecks.workflow),
  fixture: createSchemaCheck(fixtureSchema, requests, quickChecks.fixture),
};

/** Parses every JSON file and checks it against its schema, connector.json first. */
export function readFiles(texts: ReadonlyMap<string, string>, problems: SourceProblem[]): ReadFile[] {
  // If it could not be read, it exists and is already reported.
  if (!texts.has('connector.json') && !problems.some(({ file }) => file === 'connector.json' || file === '.')) {
    const hint = 'add one with id, name, version, hosts and signIn';
    problems.push(fileProblem('connector.json', 'missing_file', 'connector.json is missing', hint));
  }
  return [...texts.keys()].sort(byFile).flatMap((path) => {
    const known = classify(path);
    if (known === undefined) problems.push(unknownFile(path));
    if (known === undefined || known.kind === 'readme' || known.kind === 'icon') return [];
    const file = readFile(path, texts.get(path)!, problems);
    if (file === undefined) return [];
    const findings = checkSchema(file, known.kind, problems);
    const mistaken = findings.map(({ pointer }) => pointer);
    checkNumbers(file, mistaken, problems);
    checkNamedSchema(file, known.kind, problems);
    return [{ kind: known.kind, name: known.name, file, mistaken, meant: meantValue(file.value, findings) }];
  });
}

function readFile(path: string, text: string, problems: SourceProblem[]): SourceFile | undefined {
  const { root, value, problems: mistakes } = parseJson(text);
  for (const { offset, code, message, hint } of mistakes) {
    problems.push({ severity: 'error', file: path, ...placeInText(text, offset), pointer: '#', code, message, hint });
  }
  if (root === undefined || mistakes.some(({ code }) => code !== 'byte_order_mark')) return undefined;
  return { path, text, root, value };
}

/** Warns if `$schema` makes an editor check the file as another kind. */
function checkNamedSchema(file: SourceFile, kind: JsonKind, problems: SourceProblem[]): void {
  const named = isJsonObject(file.value) ? file.value['$schema'] : undefined;
  const other =
    typeof named === 'string' ? /\b(connector|action|webhook|workflow|fixture)\.schema\.json$/.exec(named) : null;
  if (other === null || other[1] === kind) return;
  const message = `"$schema" names the schema of ${articleOf(other[1]!)}, but this file is ${articleOf(kind)}`;
  const hint = `write "${other.input.slice(0, other.index)}${kind}.schema.json"`;
  problems.push(locate(file, ['$schema'], { code: 'other_schema', message, hint, severity: 'warning' }));
}

function articleOf(kind: string): string {
  return kind === 'connector' ? 'connector.json' : `${kind === 'action' ? 'an' : 'a'} ${kind}`;
}

/** Reports large numbers, except those that the schema already refuses. */
function checkNumbers(file: SourceFile, mistaken: readonly string[], problems: SourceProblem[]): void {
  for (const { offset, path: place, token } of findLargeNumbers(file.text, file.root)) {
    const pointer = toPointer(place);
    if (mistaken.includes(pointer)) continue;
    const message = `${token.length > 40 ? `${token.slice(0, 40)}…` : token} is too large for an exact number`;
    const hint =
      'write it as text, as it arrives in responses and deliveries; in a fixture, write the whole body as text';
    const where = { ...placeInText(file.text, offset), pointer };
    problems.push({ severity: 'error', file: file.path, ...where, code: 'number_too_large', message, hint });
  }
}

function checkSchema(file: SourceFile, kind: JsonKind, problems: SourceProblem[]): SchemaFinding[] {
  const findings = checks[kind](file.value);
  for (const finding of findings) problems.push(locate(file, fromPointer(finding.pointer), asFinding(finding)));
  if (findings.length >= maxMistakes) problems.push(moreMistakes(file, findings));
  return findings;
}

/** Converts a schema finding to sentences. */
export function asFinding(found: SchemaFinding): Finding {
  const { code, given, expected, suggestion } = found;
  const { message, advice } = describeFinding(found);
  return {
    code,
    message,
    atKey: code === 'unknown_key' || code === 'wrong_key',
    ...(advice === undefined ? {} : { hint: advice }),
    ...(given === undefined ? {} : { given }),
    ...(expected === undefined ? {} : { expected }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/** Says that a file has more mistakes than those reported. */
function moreMistakes(file: SourceFile, found: readonly SchemaFinding[]): SourceProblem {
  const message = `only the first ${maxMistakes} mistakes of this file are reported; there may be more`;
  const hint = 'fix these and check again';
  const last = fromPointer(found.at(-1)!.pointer);
  return { ...locate(file, last, { code: 'more_mistakes', message, hint, atKey: true }), pointer: '#' };
}

/** Orders files so that those others refer to come first. */
export function byFile(a: string, b: string): number {
  const starts = ['connector.json', 'actions/', 'webhooks/', 'fixtures/'];
  const order = (path: string): number => starts.findIndex((start) => path.startsWith(start)) + 1 || 9;
  return order(a) - order(b) || (a < b ? -1 : a > b ? 1 : 0);
}
