import { createHash, createHmac } from 'node:crypto';
import { peopleFilters } from './people-filters.ts';
import { toText } from './to-text.ts';

/** Filters for the people who build workflows; they may take literals, such as `date 'd LLL' 'Europe/Paris'`. */
export const peopleFilterNames = ['date', 'number', 'default', 'join', 'first', 'last', 'size'] as const;

/** The filters of connectors that need no key. */
const textFilterNames = [
  'json',
  'url',
  'asciijson',
  'base64',
  'base64url',
  'md5',
  'sha256',
  'append',
  'prepend',
  'strip_variables',
] as const;

export const filterNames = [...textFilterNames, 'hmac_sha256', ...peopleFilterNames] as const;

/** The filters allowed everywhere. */
export const defaultFilters: readonly FilterName[] = textFilterNames;

/** The filters allowed in workflows. */
export const workflowFilters: readonly FilterName[] = [...defaultFilters, ...peopleFilterNames];

export type FilterName = (typeof filterNames)[number];

/** A text or number written after a filter. */
export type Literal = string | number;

/** A filter as written, with its literals. */
export interface FilterUse {
  name: FilterName;
  literals?: readonly Literal[];
}

/** What a filter can use besides the value. */
export interface FilterContext {
  /** The value of the path after the filter, such as the key of a signature. */
  key: unknown;
  literals: readonly Literal[];
  /** Where days begin if the filter names no zone. */
  timezone: string;
}

/**
 * Converts a value; undefined if the value is absent. All but `first`, `last`, `size` and `default` give text.
 * @throws A sentence if it cannot.
 */
type Filter = (value: unknown, context: FilterContext) => unknown;

const filters: Record<FilterName, Filter> = {
  json: (value) => JSON.stringify(value ?? null),
  asciijson: (value) => toAscii(JSON.stringify(value ?? null)),
  url: (value) => onText(value, encodePart),
  base64: (value) => onText(value, (text) => Buffer.from(text, 'utf8').toString('base64')),
  base64url: (value) => onText(value, (text) => Buffer.from(text, 'utf8').toString('base64url')),
  md5: (value) => onText(value, (text) => digest('md5', text)),
  sha256: (value) => onText(value, (text) => digest('sha256', text)),
  append: (value, use) => onText(value, (text) => onText(otherText(use), (other) => text + other)),
  prepend: (value, use) => onText(value, (text) => onText(otherText(use), (other) => other + text)),
  strip_variables: (value) => onText(value, (text) => text.replaceAll(/\{[^{}]*\}/g, '')),
  hmac_sha256: (value, { key }) => onText(value, (text) => onText(key, (secret) => hmac(secret, text))),
  ...peopleFilters,
};

/** Whether the filters keep the type of a value that is the whole template. */
export function keepsType(uses: readonly FilterUse[]): boolean {
  return uses.every(({ name }) => name === 'first' || name === 'last' || name === 'size' || name === 'default');
}

/** Maximum length of a rendered template, in characters. */
export const maxOutput = 5_000_000;

/** The sentence for a text that would be longer. */
export const tooLong = `the text is longer than ${maxOutput} characters`;

/** These give bytes, written as hex unless an encoding follows. */
const digests: readonly FilterName[] = ['hmac_sha256', 'md5', 'sha256'];

/**
 * Applies filters in order. `keys` are the values of the paths after them. A digest is hex. `base64` or `base64url`
 * after it encodes its bytes, not the hex text: services want one or the other.
 * @throws If an intermediate text grows too long.
 */
export function applyFilters(
  value: unknown,
  uses: readonly FilterUse[],
  { keys, timezone }: { keys: readonly unknown[]; timezone: string },
): unknown {
  return uses.reduce((current, { name, literals = [] }, at) => {
    const before = uses[at - 1]?.name;
    const isOfDigest = before !== undefined && digests.includes(before) && typeof current === 'string';
    const result =
      isOfDigest && (name === 'base64' || name === 'base64url')
        ? Buffer.from(current, 'hex').toString(name)
        : filters[name](current, { key: keys[at], literals, timezone });
    if (typeof result === 'string' && result.length > maxOutput) throw new RangeError(tooLong);
    return result;
  }, value);
}

function onText(value: unknown, change: (text: string) => string | undefined): string | undefined {
  const text = toText(value);
  return text === undefined ? undefined : change(text);
}

/** Percent-encodes all but the unreserved characters (RFC 3986 section 2.3). */
function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function otherText({ key, literals }: FilterContext): unknown {
  return literals[0] ?? key;
}

function digest(algorithm: 'md5' | 'sha256', text: string): string {
  return createHash(algorithm).update(text, 'utf8').digest('hex');
}

function toAscii(json: string): string {
  return json.replaceAll(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
