import {
  actionSchema,
  connectorSchema,
  createValidator,
  fixtureSchema,
  fromPointer,
  requestSchema,
  type Validator,
  webhookSchema,
} from '@tallyhook/schemas';
import { parseJson } from './parse-json.ts';
import { classify, fileProblem, unknownFile } from './read-folder.ts';
import { missingFeature } from './missing-features.ts';
import { type Finding, type JsonPath, locate, type SourceFile } from './source-file.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';

export type JsonKind = 'connector' | 'action' | 'webhook' | 'fixture';

/** A JSON file of a connector that could be read. */
export interface ReadFile {
  kind: JsonKind;
  name: string;
  file: SourceFile;
  /** Pointers of what does not fit the schema; the value is what its kind says exactly when there are none. */
  mistaken: string[];
}

const references = [requestSchema];
const validators: Record<JsonKind, Validator> = {
  connector: createValidator(connectorSchema, references),
  action: createValidator(actionSchema, references),
  webhook: createValidator(webhookSchema, [requestSchema, actionSchema]),
  fixture: createValidator(fixtureSchema, references),
};

/** Reads every JSON file and checks it against its schema, connector.json first. */
export function readFiles(texts: ReadonlyMap<string, string>, problems: SourceProblem[]): ReadFile[] {
  if (!texts.has('connector.json')) {
    const hint = 'write one with id, name, version, hosts and signIn';
    problems.push(fileProblem('connector.json', 'missing_file', 'there is no connector.json', hint));
  }
  return [...texts.keys()].sort(byFile).flatMap((path) => {
    const known = classify(path);
    if (known === undefined) problems.push(unknownFile(path));
    if (known === undefined || known.kind === 'readme' || known.kind === 'icon') return [];
    const file = readFile(path, texts.get(path)!, problems);
    if (file === undefined) return [];
    return [
      { kind: known.kind, name: known.name, file, mistaken: checkSchema(file, validators[known.kind], problems) },
    ];
  });
}

function readFile(path: string, text: string, problems: SourceProblem[]): SourceFile | undefined {
  const { root, value, problems: mistakes } = parseJson(text);
  for (const { offset, code, message, hint } of mistakes) {
    problems.push({ severity: 'error', file: path, ...placeInText(text, offset), pointer: '#', code, message, hint });
  }
  return root === undefined || mistakes.length > 0 ? undefined : { path, text, root, value };
}

function checkSchema(file: SourceFile, validate: Validator, problems: SourceProblem[]): string[] {
  return validate(file.value).map(({ pointer = '#', code, detail, suggestion }) => {
    // "unknown key; did you mean …" is a message and a hint.
    const [message = detail, advice] = detail.split(/; (?=did you mean|known keys|add it|keep one|expected )/);
    const hint = suggestion === undefined ? advice : `did you mean "${suggestion}"?`;
    const atKey = code === 'unknown_key' || code === 'wrong_key';
    const path = fromPointer(pointer);
    const finding: Finding = { code, message, atKey, ...(hint === undefined ? {} : { hint }) };
    problems.push(locate(file, path, missingFeature(pointer, valueAt(file.value, path)) ?? finding));
    return pointer;
  });
}

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((current, part) => (current as Record<string, unknown> | undefined)?.[part], value);
}

/** What other files refer to comes first. */
export function byFile(a: string, b: string): number {
  const starts = ['connector.json', 'actions/', 'webhooks/', 'fixtures/'];
  const order = (path: string): number => starts.findIndex((start) => path.startsWith(start)) + 1 || 9;
  return order(a) - order(b) || (a < b ? -1 : a > b ? 1 : 0);
}
