import type { Exchange } from '@tallyhook/schemas';
import type { HttpRequest } from '../http/http.ts';
import { namesSentCredential } from './credential-names.ts';
import { bareCredentials } from './credential-values.ts';
import { type NamedValue, namedValues } from './named-values.ts';
import { createScrubber, redacted } from './scrubber.ts';

type Recorded = Exchange['request'];

/** Shorter values are no credentials, and taking them out would only garble what is said. */
const shortestSecret = 4;

/**
 * A request as a log may show it: without the values that are called like credentials, and without those that stand where
 * a recorded request holds a made-up one, which begins with `test-`. What is recorded itself is no secret and stays.
 */
export function hideSecrets(request: HttpRequest, recorded: readonly Exchange['request'][]): HttpRequest {
  const known = recorded.flatMap(placesOf);
  const secrets = placesOf(request)
    .filter(([name, value]) => !known.some((other) => isSame(other[0], name) && other[1] === value))
    .flatMap(([name, value]) => [
      ...(namesSentCredential(name) ? [...bareCredentials(name, value), ...basicParts(value)] : []),
      ...known.flatMap((other) => (isSame(other[0], name) ? inPlaceOfMadeUp(value, other[1]) : [])),
    ])
    .filter(({ length }) => length >= shortestSecret);
  if (secrets.length === 0) return request;
  const { text } = createScrubber([...new Set(secrets)].map((secret) => ({ name: '', secret, madeUp: redacted })));
  const { method, url, headers, body } = request;
  return {
    method,
    url: text(url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)])),
    ...(body !== undefined && { body: Buffer.from(text(body.toString('utf8')), 'utf8') }),
  };
}

/** Everything in a request that has a name, and each step of its path, which is called by those before it. */
function placesOf({ url, headers = {}, body }: HttpRequest | Recorded): NamedValue[] {
  const sent = Object.entries(headers).filter((header): header is NamedValue => header[1] !== null);
  const steps = URL.canParse(url) ? new URL(url).pathname.split('/') : [];
  return [
    ...steps.map((step, index): NamedValue => [steps.slice(0, index).join('/') + '/', step]),
    ...namedValues({ url, headers: Object.fromEntries(sent), ...(body !== undefined && { body: asBuffer(body) }) }),
  ];
}

function asBuffer(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body), 'utf8');
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The password of a Basic credential, or the name where that is all: it may stand elsewhere too. */
function basicParts(value: string): string[] {
  const encoded = /^Basic (.+)$/i.exec(value)?.[1] ?? '';
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return [password === '' ? user : password];
}

/** What stands in a value where the recorded one has a made-up credential; all of it where they are not alike. */
function inPlaceOfMadeUp(value: string, recorded: string): string[] {
  const [, before, after] = /^(.*?)(?:test-[\w.-]+)(.*)$/s.exec(recorded) ?? [];
  if (before === undefined || after === undefined) return [];
  const isAlike = value.length > before.length + after.length && value.startsWith(before) && value.endsWith(after);
  return [isAlike ? value.slice(before.length, value.length - after.length) : value];
}
