import { createHmac } from 'node:crypto';

export const filterNames = ['json', 'url', 'asciijson', 'base64', 'hmac_sha256'] as const;

/** The filters allowed everywhere. */
export const defaultFilters: readonly FilterName[] = ['json', 'url', 'asciijson', 'base64'];

export type FilterName = (typeof filterNames)[number];

/**
 * Converts a value to text; undefined if the value is absent.
 * @throws A sentence if it cannot.
 */
type Filter = (value: unknown, argument: unknown) => string | undefined;

const filters: Record<FilterName, Filter> = {
  json: (value) => JSON.stringify(value ?? null),
  asciijson: (value) => toAscii(JSON.stringify(value ?? null)),
  url: (value) => onText(value, encodePart),
  base64: (value) => onText(value, (text) => Buffer.from(text, 'utf8').toString('base64')),
  hmac_sha256: (value, key) => onText(value, (text) => onText(key, (secret) => hmac(secret, text))),
};

/** Maximum length of a rendered template, in characters. */
export const maxOutput = 5_000_000;

/** The sentence for a text that would be longer. */
export const tooLong = `the text is longer than ${maxOutput} characters`;

/**
 * Applies filters in order. `keys` are the keys for `hmac_sha256`. A signature is hex. `base64` after it encodes the
 * signature's bytes, not the hex text: services want one or the other.
 * @throws If an intermediate text grows too long.
 */
export function applyFilters(
  value: unknown,
  names: readonly FilterName[],
  keys: readonly unknown[],
): string | undefined {
  return names.reduce<unknown>((current, name, at) => {
    const isSignature = name === 'base64' && names[at - 1] === 'hmac_sha256' && typeof current === 'string';
    const text = isSignature ? Buffer.from(current, 'hex').toString('base64') : filters[name](current, keys[at]);
    if (text !== undefined && text.length > maxOutput) throw new RangeError(tooLong);
    return text;
  }, value) as string | undefined;
}

/**
 * Converts a value to text as typed; undefined for an absent value or null.
 * @throws For a list or an object, which have no plain text.
 */
export function toText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(
    `${Array.isArray(value) ? 'a list' : 'an object'} cannot be written as plain text; write it with |json`,
  );
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

function toAscii(json: string): string {
  return json.replaceAll(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
