import {
  actionSchema,
  connectorSchema,
  createValidator,
  fixtureSchema,
  fromPointer,
  mostMistakes,
  requestSchema,
  type SchemaMistake,
  toPointer,
  webhookSchema,
} from '@tallyhook/schemas';
import { accountHint } from './account-example.ts';
import { type CheckedSchema, exampleHint } from './example-hint.ts';
import { findCauses, type SchemaFindings } from './find-causes.ts';
import { findHalfCharacters } from './half-characters.ts';
import { findLargeNumbers, parseJson } from './parse-json.ts';
import { isJsonObject } from '../json-object.ts';
import { partAt, withPart } from './json-part.ts';
import { classify, fileProblem, unknownFile } from './read-folder.ts';
import { type MeantValue, meantValue } from './meant-value.ts';
import { sendHint } from './meant-send.ts';
import { missingFeature } from './missing-features.ts';
import { otherPlace, withoutEmptied } from './other-places.ts';
import { possibleName } from './possible-name.ts';
import { type Finding, type JsonPath, locate, type SourceFile } from './source-file.ts';
import { splitDetail } from './split-detail.ts';
import { placeInText, type SourceProblem } from './source-problem.ts';
import { clientHint, conditionHint, isClient, namesInText, parameterHint, writtenHint } from './written-hint.ts';

export type JsonKind = 'connector' | 'action' | 'webhook' | 'fixture';

/** A JSON file of a connector that could be read. */
export interface ReadFile {
  kind: JsonKind;
  name: string;
  file: SourceFile;
  /** Pointers of what does not fit the schema; the value is what its kind says exactly when there are none. */
  mistaken: string[];
  /** The value as it was meant, as far as that can be told. */
  meant: MeantValue;
}

const requests = [requestSchema];
const schemas: Record<JsonKind, CheckedSchema> = {
  connector: checked(connectorSchema, requests),
  action: checked(actionSchema, requests),
  webhook: checked(webhookSchema, [requestSchema, actionSchema]),
  fixture: checked(fixtureSchema, requests),
};

function checked(schema: object, references: readonly object[]): CheckedSchema {
  return { schema, references, validate: createValidator(schema, references) };
}

/** Reads every JSON file and checks it against its schema, connector.json first. */
export function readFiles(texts: ReadonlyMap<string, string>, problems: SourceProblem[]): ReadFile[] {
  // One that could not be read is there, and was reported.
  if (!texts.has('connector.json') && !problems.some(({ file }) => file === 'connector.json' || file === '.')) {
    const hint = 'write one with id, name, version, hosts and signIn';
    problems.push(fileProblem('connector.json', 'missing_file', 'there is no connector.json', hint));
  }
  return [...texts.keys()].sort(byFile).flatMap((path) => {
    const known = classify(path);
    if (known === undefined) problems.push(unknownFile(path));
    if (known === undefined || known.kind === 'readme' || known.kind === 'icon') return [];
    const file = readFile(path, texts.get(path)!, problems);
    if (file === undefined) return [];
    const { value, mistakes } = checkSchema(file, known.kind, problems);
    const mistaken = mistakes.map(({ pointer = '#' }) => pointer);
    checkNumbers(file, mistaken, problems);
    checkNamedSchema(file, known.kind, problems);
    // A fixture may try what becomes of one.
    if (known.kind !== 'fixture') problems.push(...findHalfCharacters(file));
    return [{ kind: known.kind, name: known.name, file, mistaken, meant: meantValue(value, mistakes) }];
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

/** Warns where an editor would check a file as one of another kind. */
function checkNamedSchema(file: SourceFile, kind: JsonKind, problems: SourceProblem[]): void {
  const named = isJsonObject(file.value) ? file.value['$schema'] : undefined;
  const other = typeof named === 'string' ? /\b(connector|action|webhook|fixture)\.schema\.json$/.exec(named) : null;
  if (other === null || other[1] === kind) return;
  const message = `"$schema" names the schema of ${articleOf(other[1]!)}, and this file is ${articleOf(kind)}`;
  const hint = `write "${other.input.slice(0, other.index)}${kind}.schema.json"`;
  problems.push(locate(file, ['$schema'], { code: 'other_schema', message, hint, severity: 'warning' }));
}

function articleOf(kind: string): string {
  return kind === 'connector' ? 'connector.json' : `${kind === 'action' ? 'an' : 'a'} ${kind}`;
}

/** A number that its schema refuses is told once. */
function checkNumbers(file: SourceFile, mistaken: readonly string[], problems: SourceProblem[]): void {
  for (const { offset, path: place, token } of findLargeNumbers(file.text, file.root)) {
    const pointer = toPointer(place);
    if (mistaken.includes(pointer)) continue;
    const message = `${token.length > 40 ? `${token.slice(0, 40)}…` : token} is larger than a number can be`;
    const hint =
      'write it as a text, which is what answers and deliveries have for it; in a fixture, write the whole body as a text';
    const where = { ...placeInText(file.text, offset), pointer };
    problems.push({ severity: 'error', file: file.path, ...where, code: 'number_too_large', message, hint });
  }
}

function checkSchema(file: SourceFile, kind: JsonKind, problems: SourceProblem[]): SchemaFindings {
  const checked = schemas[kind];
  const all = checked.validate(file.value).map(withoutWrongAdvice);
  const found = { value: file.value, mistakes: withoutEmptied(kind, all) };
  const causes = findCauses(checked.validate, found, (mistake) => otherPlace(kind, mistake) !== undefined);
  for (const mistake of causes.mistakes) {
    const { pointer = '#', code, detail } = mistake;
    const { message, advice } = splitDetail(detail);
    const path = fromPointer(pointer);
    const hint =
      otherPlace(kind, mistake) ??
      (kind === 'connector' && isClient(mistake) ? clientHint : undefined) ??
      ofAccount(kind, file.value, mistake) ??
      ofDeliveryId(kind, file.value, mistake) ??
      (kind === 'action' ? sendHint(file.value, mistake) : undefined) ??
      hintOf(checked, file.value, { ...mistake, path, advice });
    const atKey = code === 'unknown_key' || code === 'wrong_key';
    const finding: Finding = { code, message, atKey, ...(hint === undefined ? {} : { hint }) };
    problems.push(locate(file, path, missingFeature(pointer, partAt(file.value, path)) ?? finding));
  }
  if (all.length >= mostMistakes) problems.push(moreMistakes(file, all));
  return causes;
}

/** A credential that is written under the name that is nearest would be refused. */
function withoutWrongAdvice(mistake: SchemaMistake): SchemaMistake {
  if (!isClient(mistake)) return mistake;
  const { pointer = '#', code, detail } = mistake;
  return { pointer, code, detail };
}

/** Stands after what is told of a file, where that is not all. */
function moreMistakes(file: SourceFile, told: readonly SchemaMistake[]): SourceProblem {
  const message = `only the first ${mostMistakes} mistakes of this file are told, and there may be more`;
  const hint = 'mend these, and check again';
  const last = fromPointer(told.at(-1)?.pointer ?? '#');
  return { ...locate(file, last, { code: 'more_mistakes', message, hint, atKey: true }), pointer: '#' };
}

function hintOf(
  checked: CheckedSchema,
  value: unknown,
  {
    code,
    detail,
    suggestion,
    allowed = [],
    path,
    advice,
  }: SchemaMistake & { path: string[]; advice?: string | undefined },
): string | undefined {
  if (suggestion !== undefined) return `did you mean "${suggestion}"?`;
  if (code === 'missing_key' && advice === 'add it') {
    const example = exampleHint(checked, value, [...path, String(allowed[0])]);
    return example === undefined ? advice : `add it, ${example}`;
  }
  const written =
    advice ??
    writtenHint(value, { code, detail }, path) ??
    parameterHint(value, { code, detail }, path) ??
    conditionHint(value, { code }, path) ??
    inList(checked, value, { detail, path }) ??
    inOtherSpelling(detail, partAt(value, path));
  const isEmptyList = code === 'too_few' && Array.isArray(partAt(value, path));
  return written === undefined && (code === 'wrong_type' || isEmptyList) ? exampleHint(checked, value, path) : written;
}

/** What names an account has to be of this connector: any example would be of another. */
function ofAccount(
  kind: JsonKind,
  value: unknown,
  { code, pointer = '#', allowed = [] }: SchemaMistake,
): string | undefined {
  if (kind !== 'connector') return undefined;
  const isMissing = code === 'missing_key';
  const key = /^#\/account\/(label|externalId)$/.exec(isMissing ? `${pointer}/${String(allowed[0])}` : pointer)?.[1];
  if (key === undefined || (!isMissing && code !== 'wrong_type')) return undefined;
  return accountHint(value, key, isMissing ? 'add it, ' : '');
}

/** A service that gives its deliveries no id: what stands for one says `missingId`. */
function ofDeliveryId(kind: JsonKind, value: unknown, { code, pointer = '#' }: SchemaMistake): string | undefined {
  if (kind !== 'webhook' || code !== 'too_short' || !/^#\/deliveryId(\/\d+)?$/.test(pointer)) return undefined;
  if (isJsonObject(value) && value['split'] !== undefined)
    return (
      'write the value that tells the elements apart, such as "{{event.item.id}}"; where the service has none, ' +
      'write the whole element, "{{event.item|json}}"'
    );
  return (
    'write the value that tells deliveries apart, such as "{{event.body.id}}"; where the service has none, ' +
    'name a header that may come, such as "{{event.headers.x-delivery-id}}", and let the body stand for it with ' +
    '"missingId": "hashBody"'
  );
}

/** One value where a list of such is expected; a property that says of itself that it is required. */
function inList(
  { validate }: CheckedSchema,
  value: unknown,
  { detail, path }: { detail: string; path: JsonPath },
): string | undefined {
  const given = partAt(value, path);
  if (!detail.startsWith('expected a list, got')) return undefined;
  if (path.at(-1) === 'required' && path.at(-3) === 'properties' && typeof given === 'boolean')
    return `leave it out here, and name the required ones beside "properties": "required": ["${path.at(-2)}"]`;
  const text = JSON.stringify(given) ?? '';
  const place = toPointer(path);
  const fits = (list: unknown[]): boolean =>
    !validate(withPart(value, path, list)).some(
      ({ pointer = '#' }) => pointer === place || pointer.startsWith(`${place}/`),
    );
  if (text.length > 100) return undefined;
  const names = namesInText(given, path);
  if (names !== undefined && fits(names)) return `write ${JSON.stringify(names).replaceAll('","', '", "')}`;
  return fits([given]) ? `write [${text}]` : undefined;
}

/** A name in the letters that names have. */
function inOtherSpelling(detail: string, given: unknown): string | undefined {
  if (!detail.startsWith('expected lower-case letters, digits and hyphens') || typeof given !== 'string')
    return undefined;
  const name = possibleName(given);
  return name === undefined ? undefined : `did you mean "${name}"?`;
}

/** What other files refer to comes first. */
export function byFile(a: string, b: string): number {
  const starts = ['connector.json', 'actions/', 'webhooks/', 'fixtures/'];
  const order = (path: string): number => starts.findIndex((start) => path.startsWith(start)) + 1 || 9;
  return order(a) - order(b) || (a < b ? -1 : a > b ? 1 : 0);
}
