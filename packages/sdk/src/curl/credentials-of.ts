import type { SignIn } from '@tallyhook/schemas';
import { findForms } from '../recording/credential-forms.ts';
import { namesSentCredential } from '../recording/credential-names.ts';
import type { CurlRequest } from './read-curl.ts';

/** A credential in a command. */
export interface CurlCredential {
  /** Where it was, for people. */
  place: string;
  /** The security scheme in an OpenAPI document. */
  scheme: { type: string; scheme?: string; in?: string; name?: string };
  /** What the scheme cannot say about the sign-in. */
  adapt?: (signIn: SignIn) => SignIn;
  /** The texts that must be in no file. */
  secrets: string[];
}

/** Finds the credentials of a request; the first is how it signs in. */
export function credentialsOf({ user, headers, url }: CurlRequest): CurlCredential[] {
  return [
    ...(user === undefined ? [] : [ofUser(user, 'the user and password')]),
    ...headers.flatMap(([name, value]) => ofHeader(name, value)),
    ...[...url.searchParams].flatMap(([name, value]) => ofQuery(name, value)),
  ];
}

/** Services such as Stripe take a key as the user, without a password. */
function ofUser(pair: string, place: string): CurlCredential {
  const at = pair.indexOf(':');
  const [username, password] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  if (password !== '')
    return { place, scheme: { type: 'http', scheme: 'basic' }, secrets: [pair, password, base64(pair)] };
  const adapt = (signIn: SignIn): SignIn =>
    signIn.kind === 'key' ? { kind: 'basic', username: signIn.value, password: '' } : signIn;
  return { place, scheme: keyIn('header', 'Authorization'), adapt, secrets: [username, base64(`${username}:`)] };
}

function ofHeader(name: string, value: string): CurlCredential[] {
  const place = `the header ${name}`;
  if (name.toLowerCase() !== 'authorization')
    return isCredential(name, value) ? [{ place, scheme: keyIn('header', name), secrets: [value] }] : [];
  const [, word, credential] = /^(\S+)\s+(\S[^]*)$/.exec(value) ?? [];
  if (word === undefined || credential === undefined)
    return [{ place, scheme: keyIn('header', 'Authorization'), secrets: [value] }];
  if (/^bearer$/i.test(word)) return [{ place, scheme: { type: 'http', scheme: 'bearer' }, secrets: [credential] }];
  if (/^basic$/i.test(word)) {
    const decoded = Buffer.from(credential, 'base64').toString('utf8');
    // A placeholder such as <credentials> is no base64 of a pair.
    const pair = decoded.includes(':') ? decoded : 'user:password';
    const found = ofUser(pair, place);
    return [{ ...found, secrets: [...found.secrets, credential] }];
  }
  // Services have words of their own, such as `Token …`.
  const adapt = (signIn: SignIn): SignIn =>
    signIn.kind === 'key' ? { ...signIn, value: `${word} ${signIn.value}` } : signIn;
  return [{ place, scheme: keyIn('header', 'Authorization'), adapt, secrets: [credential] }];
}

function ofQuery(name: string, value: string): CurlCredential[] {
  if (!isCredential(name, value) && !/^(app_?)?key$/i.test(name)) return [];
  return [{ place: `the query parameter ${name}`, scheme: keyIn('query', name), secrets: [value] }];
}

/** By its name, or because the value has the format of a service's credentials. */
export function isCredential(name: string, value: string): boolean {
  return namesSentCredential(name) || findForms(value).length > 0;
}

/** Whether a part of an address or a value looks drawn at random, as secrets are; words with numbers do not. */
export function looksRandom(text: string): boolean {
  const isMixed = (part: string) => /\d/.test(part) && /[A-Za-z]/.test(part);
  const isCased = /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
  if (text.length < 20 || !/^[\w.~+/=-]+$/.test(text)) return false;
  return isCased || text.split(/[-_.~]/).some((part) => part.length >= 16 && isMixed(part));
}

const keyIn = (place: string, name: string) => ({ type: 'apiKey', in: place, name });
const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
