import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { isMadeUp, madeUpSecret } from '../fixtures/made-up.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import { isStatement } from './credential-names.ts';
import { bareCredentials, mayBeCredential, mayBeSent } from './credential-values.ts';
import { type Named, type NamedValue, namedValues, ofJson } from './named-values.ts';
import type { ObservedCall } from './observe-http.ts';
import type { Placeholder } from './scrubber.ts';
import { findForms } from './secret-forms.ts';

/** Of a shorter credential nobody can tell the same signs elsewhere apart. */
export const shortestKnown = 4;

/** The names of an account's credentials that are too short to be told apart from other text. */
export function shortSecrets({ connector }: ConnectorPackage, account: AccountValues): string[] {
  return secretNames(connector).filter((name) => {
    const secret = account[name];
    return typeof secret === 'string' && secret !== '' && secret.length < shortestKnown;
  });
}

/** The word before a credential in a header, that stands for it in a fixture. */
export function knownSecrets({ connector }: ConnectorPackage, account: AccountValues): Placeholder[] {
  const plain = secretNames(connector).flatMap((name): Placeholder[] => {
    const secret = account[name];
    return typeof secret === 'string' && secret !== '' ? [{ name, secret, madeUp: madeUpSecret(name) }] : [];
  });
  const { signIn } = connector;
  if (signIn.kind !== 'basic') return plain;
  // Basic credentials are the base64 of both together.
  const pair = (values: AccountValues): string | undefined =>
    renderOptionalText(`${signIn.username}:${signIn.password}`, { account: values });
  const madeUpAccount = { ...account, ...Object.fromEntries(plain.map((entry) => [entry.name, entry.madeUp])) };
  const [secret, standIn] = [pair(account), pair(madeUpAccount)];
  if (secret === undefined || standIn === undefined || plain.length === 0) return plain;
  return [...plain, { name: 'the Basic credential', secret, madeUp: standIn }];
}

const always =
  /^(.*[-_.]?(access[-_]?token|refresh[-_]?token|id[-_]?token|(client|shared|signing)[-_]?secret|password|passwd|passphrase|api[-_]?key|secret[-_]?key|private[-_]?key|authorization)|pwd)s?$/i;

const telling =
  /^(.*[-_.]?(token|secret|password|passwd|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential|authorization|session[-_]?id)|sig|pwd|sid|cookie|set-cookie|jwt|assertion|code_verifier)s?$/i;

/** Whether a value of this name is a credential and nothing else: a token may be one of an upload, or of a page. */
export function alwaysSecret(name: string): boolean {
  return always.test(name) && !isStatement(name);
}

/** Shorter values are no credentials; of a name that may mean something else the values are longer. */
function isLongEnough(name: string, value: string): boolean {
  return value.length >= (alwaysSecret(name) || /cookie$/i.test(name) ? 4 : 8);
}

/** Whether a value of this name is a credential as far as one can tell. */
export function isCalledSecret(name: string): boolean {
  return telling.test(name) && !isStatement(name);
}

/**
 * Values that are called like credentials in what was given, sent and answered, such as an `access_token` in a body, and
 * those that look like one, such as `xoxb-…` in a text: nobody told that they are some, and they go out as well.
 */
export function suspectedSecrets(
  calls: readonly ObservedCall[],
  known: readonly Placeholder[],
  input: object = {},
): Placeholder[] {
  const found = new Map<string, string>();
  const add = (name: string, secret: string): void => {
    if (
      !found.has(secret) &&
      !isMadeUp(secret) &&
      !known.some((entry) => secret.includes(entry.secret) || entry.secret.includes(secret))
    )
      found.set(secret, name);
  };
  const note = (from: 'input' | 'request' | 'answer', [name, value]: NamedValue): void => {
    // What only an answer holds may be a sentence about a password; what a person gave as one may be any text.
    const isOne = { input: () => true, request: mayBeSent, answer: mayBeCredential }[from];
    for (const bare of isCalledSecret(name) ? bareCredentials(name, value) : [])
      if (isLongEnough(name, bare) && isOne(name, bare)) add(name, bare);
    for (const form of findForms(value)) add(form.name.replace(/^(an?|the) /, '').replaceAll(' ', '-'), form.secret);
  };
  const noteAll = (from: 'request' | 'answer', part: Named): void => {
    for (const named of namedValues(part)) note(from, named);
    if (part.url !== undefined) note(from, ['', part.url]);
    // What is no JSON and no form is one text.
    if (part.body !== undefined) note(from, ['', part.body.toString('utf8')]);
  };
  for (const named of ofJson('', input)) note('input', named);
  for (const { request, response } of calls) {
    noteAll('request', request);
    if (!(response instanceof ActionError)) noteAll('answer', response);
  }
  const isEncodedKnown = (secret: string): boolean =>
    known.some((entry) => Buffer.from(secret, 'base64').toString('utf8').includes(entry.secret));
  return (
    [...found]
      .filter(([secret]) => !isEncodedKnown(secret))
      // The number goes first: behind the name it would leave the account's made-up value in front, which gets redacted.
      .map(([secret, name], index) => ({ name, secret, madeUp: madeUpSecret(`${index + 1}-${name.toLowerCase()}`) }))
  );
}
