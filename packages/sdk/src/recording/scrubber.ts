import { toPointer } from '@tallyhook/schemas';

/** A credential and the made-up value that stands for it. */
export interface Placeholder {
  /** How it is called in messages. */
  name: string;
  secret: string;
  madeUp: string;
}

export interface Scrubber {
  /** Puts the made-up values in, each in the spelling in which the credential stood there. */
  text(text: string): string;
  /** The same in every text and key of a JSON value. */
  value(value: unknown): unknown;
  /** The credentials that texts and keys of a JSON value still hold, also inside of what is encoded in them. */
  leaks(value: unknown): Leak[];
}

/** A credential that was not taken out. */
export interface Leak {
  name: string;
  /** The text that holds it, as a JSON pointer; of a key, that of its value. */
  pointer: string;
  /** How it is written there, such as `in other capitals` or `in base64, in hex`. */
  spelling: string;
}

/** What stands for a credential where nobody is to put another one in its place. */
export const redacted = '[redacted]';

/** Makes what takes credentials out. The same credential always becomes the same made-up value. */
export function createScrubber(placeholders: readonly Placeholder[]): Scrubber {
  const spelt = placeholders
    .flatMap(({ secret, madeUp }) => [
      ...spellings.map((spell): [string, string] => [spell(secret), spell(madeUp)]),
      // Nobody reads in W3JlZGFjdGVkXQ== that something was taken out.
      ...encodings.map((spell): [string, string] => [spell(secret), madeUp === redacted ? redacted : spell(madeUp)]),
    ])
    // A credential may be part of a longer one, and base64 without its end part of base64.
    .sort(([one], [other]) => other.length - one.length);
  const text = (given: string): string => spelt.reduce((current, [from, to]) => current.replaceAll(from, to), given);
  return { text, value: (value) => mapTexts(value, text), leaks: (given) => findLeaks(given, placeholders) };
}

/** How a value is written in addresses, forms and JSON. */
const spellings: ((value: string) => string)[] = [
  (value) => value,
  (value) => encodeURIComponent(value.toWellFormed()),
  (value) => encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+'),
  (value) => encodeURIComponent(value.toWellFormed()).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  (value) => JSON.stringify(value).slice(1, -1),
];

/** How a value is written in Basic credentials, tokens and logs: nobody reads it. */
const encodings: ((value: string) => string)[] = [
  (value) => Buffer.from(value, 'utf8').toString('base64'),
  (value) => Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, ''),
  (value) => encodeURIComponent(Buffer.from(value, 'utf8').toString('base64')),
  (value) => Buffer.from(value, 'utf8').toString('base64url'),
  (value) => Buffer.from(value, 'utf8').toString('hex'),
  (value) => Buffer.from(value, 'utf8').toString('hex').toUpperCase(),
];

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value);
  if (Array.isArray(value)) return value.map((child) => mapTexts(child, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [map(key), mapTexts(child, map)]));
}

function findLeaks(value: unknown, placeholders: readonly Placeholder[], path: (string | number)[] = []): Leak[] {
  if (typeof value === 'string') return ofText(value, placeholders, path);
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, child]) => [
    ...(typeof key === 'string' ? ofText(key, placeholders, [...path, key]) : []),
    ...findLeaks(child, placeholders, [...path, key]),
  ]);
}

function ofText(text: string, placeholders: readonly Placeholder[], path: (string | number)[]): Leak[] {
  const readings = readingsOf(text);
  return placeholders.flatMap(({ name, secret }) => {
    const found = readings.find((reading) => reading.text.toLowerCase().includes(secret.toLowerCase()));
    return found === undefined ? [] : [{ name, pointer: toPointer(path), spelling: found.spelling }];
  });
}

/** What a text means once it is read, and how it was written. */
interface Reading {
  text: string;
  spelling: string;
}

function readingsOf(text: string): Reading[] {
  const once = decodings(text);
  const twice = once.flatMap((outer) =>
    decodings(outer.text).map((inner) => ({ text: inner.text, spelling: `${inner.spelling}, ${outer.spelling}` })),
  );
  return [{ text, spelling: 'in other capitals' }, ...once, ...twice];
}

/** What a text may mean once it is read, with all parts of it that are encoded in one way. */
function decodings(text: string): Reading[] {
  const percent = text.replaceAll(/(%[0-9a-f]{2})+/gi, (codes) =>
    Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
  );
  const escaped = text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll(/\\+(["\\/])/g, '$1');
  const encoded = (text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? []).flatMap((run) =>
    // A value in the middle of base64 begins at any of four places.
    [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('utf8')),
  );
  const hex = (text.match(/([0-9a-f]{2}){4,}/gi) ?? []).map((run) => Buffer.from(run, 'hex').toString('utf8'));
  return [
    { text: percent, spelling: 'percent-encoded' },
    { text: percent.replaceAll('+', ' '), spelling: 'encoded as a form' },
    { text: escaped, spelling: 'escaped as in JSON' },
    { text: encoded.join('\n'), spelling: 'in base64' },
    { text: hex.join('\n'), spelling: 'in hex' },
  ].filter((reading) => reading.text !== text && reading.text !== '');
}
