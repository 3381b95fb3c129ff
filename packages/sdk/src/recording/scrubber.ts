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
  /** The names of credentials that a text still holds, also inside of what is encoded in it. */
  leaks(text: string): string[];
}

/** Makes what takes credentials out. The same credential always becomes the same made-up value. */
export function createScrubber(placeholders: readonly Placeholder[]): Scrubber {
  const spelt = placeholders
    .flatMap(({ secret, madeUp }) => spellings.map((spell): [string, string] => [spell(secret), spell(madeUp)]))
    // A credential may be part of a longer one, and base64 without its end part of base64.
    .sort(([one], [other]) => other.length - one.length);
  const text = (given: string): string => spelt.reduce((current, [from, to]) => current.replaceAll(from, to), given);
  return { text, value: (value) => mapTexts(value, text), leaks: (given) => findLeaks(given, placeholders) };
}

/** How a value is written in addresses, forms, JSON, Basic credentials and logs. */
const spellings: ((value: string) => string)[] = [
  (value) => value,
  (value) => encodeURIComponent(value.toWellFormed()),
  (value) => encodeURIComponent(value.toWellFormed()).replaceAll('%20', '+'),
  (value) => encodeURIComponent(value.toWellFormed()).replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  (value) => JSON.stringify(value).slice(1, -1),
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

const mostDecodings = 2;

function findLeaks(text: string, placeholders: readonly Placeholder[]): string[] {
  const layers = [text];
  for (let depth = 0; depth < mostDecodings; depth++) layers.push(...decodings(layers.at(-1)!));
  const readable = layers.join('\n').toLowerCase();
  return placeholders.filter(({ secret }) => readable.includes(secret.toLowerCase())).map(({ name }) => name);
}

/** All that a text may mean once it is read: one text, in which each encoded part stands decoded. */
function decodings(text: string): string[] {
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
  return [[percent, percent.replaceAll('+', ' '), escaped, ...encoded, ...hex].join('\n')];
}
