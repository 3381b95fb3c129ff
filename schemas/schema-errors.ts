import type { ErrorObject } from 'ajv/dist/2020.js';
import { withoutCascades } from './cascades.ts';
import { listNames, nearest } from './nearest.ts';
import { fromPointer, toPointer } from './pointer.ts';
import { pickBranches } from './union-errors.ts';

/** The codes of schema mistakes. */
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

/** A mistake in a value as data; `describeFinding` writes its sentences. */
export interface SchemaFinding {
  pointer: string;
  code: SchemaMistakeCode;
  /** The value found, as far as it may be shown. */
  given?: string;
  /** What would have been accepted, in words. */
  expected?: string;
  /** The accepted values. */
  allowed?: readonly unknown[];
  /** The accepted value closest to the given one. */
  suggestion?: string;
}

/** Converts ajv errors to findings with our codes, without cascades, in the order of the value. */
export function readErrors(errors: readonly ErrorObject[], value: unknown): SchemaFinding[] {
  const findings = pickBranches(errors)
    .filter((error) => !echoes.has(error.keyword) && !isTooManyByStrangers(error))
    .map(readError);
  return inOrder(withoutCascades(distinct(findings)), value);
}

/** Keywords whose error only repeats that a nested one failed. */
const echoes = new Set(['if', 'propertyNames', 'allOf', '$ref']);

/** Unknown keys are reported one by one; "too many keys" counts only the known ones. */
function isTooManyByStrangers(error: ErrorObject): boolean {
  const known = knownKeys(error);
  if (error.keyword !== 'maxProperties' || error.parentSchema?.['additionalProperties'] !== false) return false;
  const found = Object.keys(error.data as object).filter((key) => known.includes(key));
  return found.length <= (error.params['limit'] as number);
}

type Fact = Omit<SchemaFinding, 'pointer'> & { path?: string[] };
type Reader = (error: ErrorObject, path: string[]) => Fact;

const readers: Record<string, Reader> = {
  additionalProperties: (error, path) => unknownKey(error, path, String(error.params['additionalProperty'])),
  unevaluatedProperties: (error, path) => unknownKey(error, path, String(error.params['unevaluatedProperty'])),
  required: (error) => missingKey(error),
  dependentRequired: (error) => missingKey(error),
  type: (error) => ({
    code: 'wrong_type',
    expected: kindNames(error.params['type']),
    given: isFraction(error) ? String(error.data) : kindOf(error.data),
  }),
  enum: (error) => notAllowed(error.data, error.params['allowedValues'] as unknown[]),
  const: (error) => notAllowed(error.data, [error.params['allowedValue']]),
  discriminator: (error, path) => readTag(error, path),
  not: (error) => ({ code: 'not_allowed', ...expectation(error) }),
  'false schema': (error) => ({ code: 'not_allowed', ...expectation(error) }),
  pattern: (error) => ({
    code: 'wrong_format',
    expected: `text that matches ${error.params['pattern']}`,
    ...expectation(error),
    ...givenText(error),
  }),
  format: (error) => ({
    code: 'wrong_format',
    expected: `the format "${error.params['format']}"`,
    ...expectation(error),
    ...givenText(error),
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
    const given = shorten(JSON.stringify((error.data as unknown[])[again]));
    return { path: [...path, String(again)], code: 'duplicate_entry', given };
  },
  union: (error) => ({ code: 'wrong_type', expected: kindNames(error.params['types']), given: kindOf(error.data) }),
};

function readError(error: ErrorObject): SchemaFinding {
  const path = fromPointer(error.instancePath);
  if (error.propertyName !== undefined) {
    const { propertyName } = error;
    const given = shorten(propertyName);
    return { pointer: toPointer([...path, propertyName]), code: 'wrong_key', given, ...expectation(error) };
  }
  const { path: place = path, ...fact } = readers[error.keyword]?.(error, path) ?? { code: 'not_allowed' as const };
  return { pointer: toPointer(place), ...fact };
}

function unknownKey(error: ErrorObject, path: string[], key: string): Fact {
  const allowed = knownKeys(error);
  const suggestion = nearest(key, allowed);
  const given = shorten(key);
  return { path: [...path, key], code: 'unknown_key', given, allowed, ...(suggestion !== undefined && { suggestion }) };
}

function missingKey(error: ErrorObject): Fact {
  const key = String(error.params['missingProperty']);
  const property = (error.parentSchema?.['properties'] as Record<string, { enum?: unknown[] }> | undefined)?.[key];
  return missing(key, property?.enum);
}

function missing(key: string, values: readonly unknown[] = []): Fact {
  const expected = values.length === 0 ? {} : { expected: `one of ${quoteAll(values, '')}` };
  return { code: 'missing_key', allowed: [key], ...expected };
}

function quoteAll(values: readonly unknown[], given: unknown): string {
  return listNames(
    values.map((entry) => JSON.stringify(entry)),
    JSON.stringify(given) ?? '',
  );
}

function notAllowed(value: unknown, allowed: readonly unknown[]): Fact {
  const texts = allowed.filter((entry) => typeof entry === 'string');
  const suggestion = typeof value === 'string' ? nearest(value, texts) : undefined;
  // A number may be shown if numbers are expected; if texts are expected, it may be a secret.
  const isNumber = typeof value === 'number' && allowed.some((entry) => typeof entry === 'number');
  const given = typeof value === 'string' ? `"${shorten(value)}"` : isNumber ? String(value) : kindOf(value);
  const expected = `${allowed.length === 1 ? '' : 'one of '}${quoteAll(allowed, value)}`;
  return { code: 'not_allowed', given, expected, allowed, ...(suggestion !== undefined && { suggestion }) };
}

function readTag(error: ErrorObject, path: string[]): Fact {
  const tag = String(error.params['tag']);
  const value = error.params['tagValue'] as unknown;
  const known = (error.parentSchema?.['tagValues'] ?? []) as unknown[];
  if (value !== undefined) return { path: [...path, tag], ...notAllowed(value, known) };
  const misspelt = Object.entries(error.data as object).find(
    ([key, given]) => known.includes(given) && nearest(key, [tag]) === tag,
  )?.[0];
  if (misspelt === undefined) return missing(tag, known);
  const given = shorten(misspelt);
  return { path: [...path, misspelt], code: 'unknown_key', given, allowed: [tag], suggestion: tag };
}

const units = { characters: 'character', entries: 'entry', keys: 'key' };

function limit(code: SchemaMistakeCode, words: string, error: ErrorObject, unit?: keyof typeof units): Fact {
  const limit = error.params['limit'] as number;
  const known = knownKeys(error);
  const counted =
    unit === 'keys' && known.length > 0
      ? `${limit} of ${listNames(known, '')}`
      : `${limit}${unit === undefined ? '' : ` ${limit === 1 ? units[unit] : unit}`}`;
  return { code, expected: `${words} ${counted}`, ...expectation(error), given: foundSize(error.data) };
}

/** The text that does not match, unless the schema hides it. */
function givenText({ data, parentSchema }: ErrorObject): { given?: string } {
  const isHidden = (parentSchema as { writeOnly?: unknown } | undefined)?.writeOnly === true;
  return isHidden ? {} : { given: shorten(JSON.stringify(data)) };
}

/** What was found if there is too much or too little. For a text only its length, since it may be a password. */
function foundSize(data: unknown): string {
  if (typeof data === 'string') return String([...data].length || 'none');
  if (Array.isArray(data)) return String(data.length || 'none');
  return typeof data === 'object' && data !== null ? listNames(Object.keys(data), '') : String(data);
}

/** The schema's own description of the expected value, from the keyword `expected`. */
function expectation(error: ErrorObject): { expected?: string } {
  const expected = (error.parentSchema as { expected?: unknown } | undefined)?.expected;
  return typeof expected === 'string' ? { expected } : {};
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

function distinct(findings: SchemaFinding[]): SchemaFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

/** Whether a number fails only because it is not whole; other numbers may be secrets and are not shown. */
const isFraction = ({ params, data }: ErrorObject): boolean =>
  typeof data === 'number' && String(params['type']).split(',').includes('integer');

function inOrder(findings: SchemaFinding[], value: unknown): SchemaFinding[] {
  const order = new Map<string, number>();
  const visit = (node: unknown, path: (string | number)[]): void => {
    order.set(toPointer(path), order.size);
    if (typeof node !== 'object' || node === null) return;
    const entries = Array.isArray(node) ? node.entries() : Object.entries(node);
    for (const [key, child] of entries) visit(child, [...path, key]);
  };
  visit(value, []);
  return findings.sort((a, b) => (order.get(a.pointer) ?? 0) - (order.get(b.pointer) ?? 0));
}
