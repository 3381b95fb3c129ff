import type { Exchange } from '@tallyhook/schemas';
import type { HttpRequest } from '../http/http.ts';
import { isMadeUp } from '../fixtures/made-up.ts';
import { redactText, spellings } from '../runtime/redact.ts';
import { namesSentCredential } from './credential-names.ts';
import { bareCredentials, minCredentialLength } from './credential-values.ts';
import { type NamedValue, namedValues } from './named-values.ts';

type Recorded = Exchange['request'];

/**
 * A request in a form that may be logged. Removes values with credential names, and values where a recorded request has
 * a made-up credential, which starts with `test-`. Recorded values are not secret and stay.
 */
export function hideSecrets(request: HttpRequest, recorded: readonly Recorded[]): HttpRequest {
  const known = recorded.flatMap(placesOf);
  const secrets = placesOf(request)
    .filter(([name, value]) => !known.some((other) => isSame(other[0], name) && other[1] === value))
    .filter(([name]) => namesSentCredential(name) || known.some((other) => isSame(other[0], name) && isMadeUpIn(other)))
    .flatMap(([name, value]) => [value, ...bareCredentials(name, value), ...passwordOf(value)])
    .filter(({ length }) => length >= minCredentialLength);
  if (secrets.length === 0) return request;
  const text = (given: string): string => redactText(given, spellings(secrets));
  const { method, url, headers, body } = request;
  return {
    method,
    url: text(url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, text(value)])),
    ...(body !== undefined && { body: Buffer.from(text(body.toString('utf8')), 'utf8') }),
  };
}

/** All named values of a request, and each segment of its path, named after the segments before it. */
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

function isMadeUpIn([name, value]: NamedValue): boolean {
  return [value, ...bareCredentials(name, value)].some((part) => isMadeUp(part) || part.includes('test-'));
}

/** The password of a Basic credential, or the user name if there is no password. It may occur in other places too. */
function passwordOf(value: string): string[] {
  const encoded = /^Basic (.+)$/i.exec(value)?.[1] ?? '';
  const [, user = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return [password === '' ? user : password];
}
