import type { SchemaMistake } from '@tallyhook/schemas';
import { isJsonObject } from '../json-object.ts';
import { hostAsRead, renderableAsHost } from '../runtime/host-names.ts';
import { isSetForYou } from '../runtime/headers.ts';
import { partAt } from './json-part.ts';
import { possibleField } from './possible-name.ts';
import type { JsonPath } from './source-file.ts';

interface Written {
  /** What the schema expects, as far as that tells the place. */
  expected: string;
  /** How it is written rightly; undefined where nobody knows. */
  rightly(given: string, path: JsonPath): string | undefined;
}

const written: readonly Written[] = [
  { expected: 'expected a version such as', rightly: versionOf },
  { expected: 'expected a path that begins with /', rightly: pathOf },
  { expected: 'expected a whole address that begins with https://', rightly: addressOf },
  { expected: 'expected the name of a header in lower case', rightly: (given) => did(headerOf(given)?.toLowerCase()) },
  {
    expected: 'expected the name of a header',
    rightly: (given) => (isSetForYou(given) ? 'leave it out' : did(headerOf(given))),
  },
  {
    expected: 'expected letters, digits and _, beginning with a letter',
    rightly: (given) => did(possibleField(given)),
  },
  { expected: 'expected a host such as', rightly: (given) => did(hostIn(given)) },
  { expected: 'expected an output or an error, not both', rightly: () => oneOf('output') },
  { expected: 'expected what is kept or an error, not both', rightly: () => oneOf('subscription') },
];

/** How a text of another form than its schema expects is written rightly; undefined where nobody knows. */
export function writtenHint(value: unknown, { code, detail }: SchemaMistake, path: JsonPath): string | undefined {
  const given = code === 'wrong_key' ? path.at(-1) : partAt(value, path);
  if (typeof given !== 'string' || given.length > 200) return undefined;
  const said = code === 'wrong_key' ? detail.slice(detail.lastIndexOf(': expected ') + 2) : detail;
  return written.find(({ expected }) => said.startsWith(expected))?.rightly(given, path);
}

function did(meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `did you mean "${meant}"?`;
}

/** `X Shop:` as `X-Shop`. */
function headerOf(given: string): string | undefined {
  const name = given
    .trim()
    .replace(/:$/, '')
    .replaceAll(/[\s_]+/g, '-');
  return /^[A-Za-z0-9-]+$/.test(name) ? name : undefined;
}

/** The host in an address, or in a pattern of addresses; undefined where there is none. */
export function hostIn(given: string): string | undefined {
  const [, below = '', host] = /^\s*(?:[a-z]+:\/\/)?(\*\.)?([^/?#*]+)(?:[/?#].*)?$/is.exec(given) ?? [];
  const plain = hostAsRead(host?.trim() ?? '') ?? '';
  return plain.includes('.') && renderableAsHost(plain) ? `${below}${plain}` : undefined;
}

const named = ['query', 'headers', 'form'];

/** What stands for one value, where null or an object was written: an example would be of another. */
export function parameterHint(value: unknown, { code }: SchemaMistake, path: JsonPath): string | undefined {
  const [place, name] = path.slice(-2);
  const isOne = path.length >= 2 && named.includes(String(place)) && !path.includes('properties');
  if (code !== 'wrong_type' || !isOne) return undefined;
  const given = partAt(value, path);
  if (given === null) return 'leave it out: what is absent is not sent';
  const key = isJsonObject(given) ? Object.keys(given)[0] : undefined;
  if (key === undefined || place === 'headers') return undefined;
  return `write each value under a name of its own, in the way of the service, such as "${name}[${key}]"`;
}

/** A condition that always holds, for a handshake by another method than that of deliveries that has none. */
export function conditionHint(
  value: unknown,
  { code }: Pick<SchemaMistake, 'code'>,
  path: JsonPath,
): string | undefined {
  if (code !== 'too_few' || path[0] !== 'handshake' || path.length !== 3) return undefined;
  const method = partAt(value, [...path.slice(0, -1), 'method']);
  if (typeof method !== 'string' || method === 'POST') return undefined;
  return `where it is each such request, write "when": [{ "path": "event.method", "is": "${method}" }]`;
}

/** `v1.0` as `1.0.0`. */
function versionOf(given: string): string | undefined {
  const [, ...numbers] = /^\s*v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?\s*$/i.exec(given) ?? [];
  if (numbers.length === 0) return undefined;
  return `write "${numbers.map((number) => Number(number ?? 0)).join('.')}"`;
}

function pathOf(given: string): string {
  const address = /^https?:\/\/[^/]*(.*)$/i.exec(given);
  if (address === null) return `write "/${given.trim()}"`;
  return 'a whole address is called "url"; a path is what stands behind the baseUrl of connector.json';
}

function addressOf(given: string): string {
  if (given.startsWith('/')) return `write the whole address that is asked, such as "https://api.example.com${given}"`;
  const isHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?([/?]|$)/i.test(given);
  return isHost
    ? `write "https://${given}"`
    : 'write the whole address that is asked, such as https://api.example.com/me';
}

function oneOf(key: string): string {
  return `leave "error" out where it is to succeed, or "${key}" where it is to fail`;
}

/** The names of a list that was written as one text; undefined where it is none. */
export function namesInText(given: unknown, path: JsonPath): string[] | undefined {
  if (typeof given !== 'string') return undefined;
  const areNames = path.at(-1) === 'required' || path.at(-1) === 'scopes';
  const names = given.split(areNames ? /[\s,]+/ : /\s*,\s*/).filter((name) => name !== '');
  return names.length > 1 && names.every((name) => /^[\w.:/-]+$/.test(name)) ? names : undefined;
}

/** A client of OAuth 2 that is written into the sign-in: nothing that is called nearly so is meant. */
export function isClient({ code, pointer = '#' }: SchemaMistake): boolean {
  return code === 'unknown_key' && /^#\/signIn\/(oauth_?)?(client|app|consumer)_?(id|key|secret)$/i.test(pointer);
}

/** Where the client of a sign-in with OAuth 2 is written. */
export const clientHint =
  'leave it out: who runs the product gives the id and the secret of its client, and templates name them {{client.id}} and ' +
  '{{client.secret}}; where each account has a client of its own, make them fields of the account and write ' +
  '"client": { "id": "{{account.clientId}}", "secret": "{{account.clientSecret}}" }';
