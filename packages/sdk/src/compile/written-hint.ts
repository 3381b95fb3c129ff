import type { SchemaMistake } from '@tallyhook/schemas';
import { partAt } from './json-part.ts';
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
  { expected: 'expected an output or an error, not both', rightly: () => oneOf('output') },
  { expected: 'expected what is kept or an error, not both', rightly: () => oneOf('subscription') },
];

/** How a text of another form than its schema expects is written rightly; undefined where nobody knows. */
export function writtenHint(value: unknown, { detail }: SchemaMistake, path: JsonPath): string | undefined {
  const given = partAt(value, path);
  if (typeof given !== 'string' || given.length > 200) return undefined;
  return written.find(({ expected }) => detail.startsWith(expected))?.rightly(given, path);
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
