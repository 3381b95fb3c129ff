import type { ErrorObject } from 'ajv/dist/2020.js';
import { withoutCascades } from './cascades.ts';
import { listNames } from './nearest.ts';
import { likeliest } from './other-names.ts';
import { fromPointer, toPointer } from './pointer.ts';
import type { ProblemDetail } from './problem.ts';
import { pickBranches } from './union-errors.ts';

/** The codes of values that do not fit a schema. */
export type SchemaMistakeCode =
  | 'unknown_key'
  | 'missing_key'
  | 'wrong_key'
  | 'wrong_type'
  | 'not_allowed'
  | 'wrong_format'
  | 'too_short'
  | 'too_long'
  | 'too_few'
  | 'too_many'
  | 'too_small'
  | 'too_large'
  | 'duplicate_entry'
  | 'too_deep';

/** One mistake of a value, at its place. */
export interface SchemaMistake extends ProblemDetail {
  code: SchemaMistakeCode;
}

/** Turns the errors of ajv into mistakes with our codes, without cascades, in the order of the value. */
export function readErrors(errors: readonly ErrorObject[], value: unknown): SchemaMistake[] {
  const mistakes = pickBranches(errors)
    .filter((error) => !echoes.has(error.keyword) && !isTooManyByStrangers(error))
    .map(readError);
  return inOrder(withoutCascades(distinct(mistakes)), value);
}

/** Keywords whose error only repeats that one below them failed. */
const echoes = new Set(['if', 'propertyNames', 'allOf', '$ref']);

/** Unknown keys are reported one by one: that there are too many is said of the known ones. */
function isTooManyByStrangers(error: ErrorObject): boolean {
  const known = knownKeys(error);
  if (error.keyword !== 'maxProperties' || error.parentSchema?.['additionalProperties'] !== false) return false;
  const found = Object.keys(error.data as object).filter((key) => known.includes(key));
  return found.length <= (error.params['limit'] as number);
}

type Reader = (error: ErrorObject, path: string[]) => Omit<SchemaMistake, 'pointer'> & { path?: string[] };

const readers: Record<string, Reader> = {
  additionalProperties: (error, path) => unknownKey(error, path, String(error.params['additionalProperty'])),
  unevaluatedProperties: (error, path) => unknownKey(error, path, String(error.params['unevaluatedProperty'])),
  required: (error) => missingKey(error),
  dependentRequired: (error) => missingKey(error),
  type: (error) => ({
    code: 'wrong_type',
    detail: `expected ${kindNames(error.params['type'])}, got ${isFraction(error) ? String(error.data) : kindOf(error.data)}`,
  }),
  enum: (error) => notAllowed(error.data, error.params['allowedValues'] as unknown[]),
  const: (error) => notAllowed(error.data, [error.params['allowedValue']]),
  discriminator: (error, path) => readTag(error, path),
  not: (error) => ({ code: 'not_allowed', detail: expectation(error) ?? 'this value is not allowed here' }),
  'false schema': (error) => ({ code: 'not_allowed', detail: expectation(error) ?? 'nothing may stand here' }),
  pattern: (error) => ({
    code: 'wrong_format',
    detail: `${expectation(error) ?? `expected text that matches ${error.params['pattern']}`}${foundText(error)}`,
  }),
  format: (error) => ({
    code: 'wrong_format',
    detail: `${expectation(error) ?? `expected the format "${error.params['format']}"`}${foundText(error)}`,
  }),
  minLength: (error) => limit('too_short', 'at least', error, 'characters'),
  maxLength: (error) => limit('too_long', 'at most', error, 'characters'),
  minItems: (error) => limit('too_few', 'at least', error, 'entries'),
  maxItems: (error) => limit('too_many', 'at most', error, 'entries'),
  minProperties: (error) => ({ ...limit('too_few', 'at least', error, 'keys'), ...allowedKeys(error) }),
  maxProperties: (error) => limit('too_many', 'at most', error, 'keys'),
  minimum: (error) => limit('too_small', 'at least', error),
  exclusiveMinimum: (error) => limit('too_small', 'more than', error),
  maximum: (error) => limit('too_large', 'at most', error),
  exclusiveMaximum: (error) => limit('too_large', 'less than', error),
  uniqueItems: (error, path) => {
    const again = Math.max(error.params['i'] as number, error.params['j'] as number);
    const entry = shorten(JSON.stringify((error.data as unknown[])[again]));
    return {
      path: [...path, String(again)],
      code: 'duplicate_entry',
      detail: `${entry} stands twice; keep one of them`,
    };
  },
  union: (error) => ({
    code: 'wrong_type',
    detail: `expected ${kindNames(error.params['types'])}, got ${kindOf(error.data)}`,
  }),
};

function readError(error: ErrorObject): SchemaMistake {
  const path = fromPointer(error.instancePath);
  if (error.propertyName !== undefined) return wrongKey(error, path, error.propertyName);
  const read = readers[error.keyword];
  if (read === undefined)
    return { pointer: toPointer(path), code: 'not_allowed', detail: error.message ?? 'not allowed' };
  const { path: place = path, ...mistake } = read(error, path);
  return { pointer: toPointer(place), ...mistake };
}

function unknownKey(error: ErrorObject, path: string[], key: string): ReturnType<Reader> {
  const known = knownKeys(error);
  const suggestion = likeliest(key, known);
  const advice = suggestion !== undefined ? `did you mean "${suggestion}"?` : `known keys are ${listNames(known, key)}`;
  return {
    path: [...path, key],
    code: 'unknown_key',
    detail: `unknown key "${shorten(key)}"; ${advice}`,
    allowed: known,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function missingKey(error: ErrorObject): ReturnType<Reader> {
  const key = String(error.params['missingProperty']);
  const property = (error.parentSchema?.['properties'] as Record<string, { enum?: unknown[] }> | undefined)?.[key];
  return missing(key, property?.enum);
}

function missing(key: string, values: readonly unknown[] = []): ReturnType<Reader> {
  const choice = values.length === 0 ? '' : `: one of ${quoteAll(values, '')}`;
  return { code: 'missing_key', detail: `the key "${key}" is missing; add it${choice}`, allowed: [key] };
}

function quoteAll(values: readonly unknown[], given: unknown): string {
  return listNames(
    values.map((entry) => JSON.stringify(entry)),
    JSON.stringify(given) ?? '',
  );
}

function wrongKey(error: ErrorObject, path: string[], key: string): SchemaMistake {
  const expected = expectation(error) ?? `keys here ${error.message ?? 'have another form'}`;
  return {
    pointer: toPointer([...path, key]),
    code: 'wrong_key',
    detail: `the key "${shorten(key)}" cannot be used: ${expected}`,
  };
}

function notAllowed(value: unknown, allowed: readonly unknown[]): ReturnType<Reader> {
  const suggestion =
    typeof value === 'string'
      ? likeliest(
          value,
          allowed.filter((entry) => typeof entry === 'string'),
        )
      : undefined;
  // Among numbers one more is shown, as those too small or too large are; where texts are meant it may be a secret.
  const isNumber = typeof value === 'number' && allowed.some((entry) => typeof entry === 'number');
  const given = typeof value === 'string' ? `"${shorten(value)}"` : isNumber ? String(value) : kindOf(value);
  const expected = quoteAll(allowed, value);
  return {
    code: 'not_allowed',
    detail: `${given} is not allowed; expected ${allowed.length === 1 ? '' : 'one of '}${expected}`,
    allowed,
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

function readTag(error: ErrorObject, path: string[]): ReturnType<Reader> {
  const tag = String(error.params['tag']);
  const value = error.params['tagValue'] as unknown;
  const known = (error.parentSchema?.['tagValues'] ?? []) as unknown[];
  if (value === undefined) {
    const misspelt = Object.entries(error.data as object).find(
      ([key, given]) => known.includes(given) && likeliest(key, [tag]) === tag,
    )?.[0];
    if (misspelt === undefined) return missing(tag, known);
    const detail = `unknown key "${misspelt}", and "${tag}" is missing, one of ${quoteAll(known, '')}; did you mean "${tag}"?`;
    return { path: [...path, misspelt], code: 'unknown_key', detail, allowed: [tag], suggestion: tag };
  }
  return { path: [...path, tag], ...notAllowed(value, known) };
}

const units = { characters: 'character', entries: 'entry', keys: 'key' };

function limit(
  code: SchemaMistakeCode,
  words: string,
  error: ErrorObject,
  unit?: keyof typeof units,
): ReturnType<Reader> {
  const limit = error.params['limit'] as number;
  const known = knownKeys(error);
  const counted =
    unit === 'keys' && known.length > 0
      ? `${limit} of ${listNames(known, '')}`
      : `${limit}${unit === undefined ? '' : ` ${limit === 1 ? units[unit] : unit}`}`;
  return { code, detail: `${expectation(error) ?? `expected ${words} ${counted}`}, got ${foundSize(error.data)}` };
}

/** What was found where a text has another form; nothing of what is not to be shown. */
function foundText({ data, parentSchema }: ErrorObject): string {
  const isHidden = (parentSchema as { writeOnly?: unknown } | undefined)?.writeOnly === true;
  return isHidden ? '' : `, got ${shorten(JSON.stringify(data))}`;
}

/** What was found where there is too much or too little: of a text only how long it is, which may be a password. */
function foundSize(data: unknown): string {
  if (typeof data === 'string') return String([...data].length || 'none');
  if (Array.isArray(data)) return String(data.length || 'none');
  return typeof data === 'object' && data !== null ? listNames(Object.keys(data), '') : String(data);
}

/** What the schema itself says about a value that it wants, in the keyword `expected`. */
function expectation(error: ErrorObject): string | undefined {
  const expected = (error.parentSchema as { expected?: unknown } | undefined)?.expected;
  return typeof expected === 'string' ? `expected ${expected}` : undefined;
}

function knownKeys(error: ErrorObject): string[] {
  return Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
}

function allowedKeys(error: ErrorObject): { allowed?: string[] } {
  const known = knownKeys(error);
  return known.length === 0 ? {} : { allowed: known };
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function kindNames(type: unknown): string {
  const types = Array.isArray(type) ? type : [type];
  return types.map((name) => kinds[String(name)] ?? String(name)).join(' or ');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  return kinds[typeof value] ?? typeof value;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function distinct(mistakes: SchemaMistake[]): SchemaMistake[] {
  const seen = new Set<string>();
  return mistakes.filter((mistake) => {
    const key = `${mistake.pointer} ${mistake.code} ${mistake.detail}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Whether a number only fails for not being whole; any other number is not shown, for it may be a secret. */
const isFraction = ({ params, data }: ErrorObject): boolean =>
  typeof data === 'number' && String(params['type']).split(',').includes('integer');

function inOrder(mistakes: SchemaMistake[], value: unknown): SchemaMistake[] {
  const order = new Map<string, number>();
  const visit = (node: unknown, path: (string | number)[]): void => {
    order.set(toPointer(path), order.size);
    if (typeof node !== 'object' || node === null) return;
    const entries = Array.isArray(node) ? node.entries() : Object.entries(node);
    for (const [key, child] of entries) visit(child, [...path, key]);
  };
  visit(value, []);
  return mistakes.sort((a, b) => (order.get(a.pointer ?? '#') ?? 0) - (order.get(b.pointer ?? '#') ?? 0));
}
