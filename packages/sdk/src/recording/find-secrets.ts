import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { isMadeUp, madeUpSecret } from '../fixtures/made-up.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import { namesOnlyCredential, namesSentCredential } from './credential-names.ts';
import { bareCredentials, mayBeCredential, mayBeElsewhere, mayBeSent } from './credential-values.ts';
import { elsewhere, type Named, namedElsewhere, type NamedValue, namedValues, ofJson } from './named-values.ts';
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

/** Shorter values are no credentials; of a name that may mean something else the values are longer. */
function isLongEnough(name: string, value: string): boolean {
  return value.length >= (namesOnlyCredential(name) || /cookie$/i.test(name) ? 4 : 8);
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
    for (const bare of namesSentCredential(name) ? bareCredentials(name, value) : [])
      if (isLongEnough(name, bare) && isOne(name, bare)) add(name, bare);
    for (const form of findForms(value)) add(form.name.replace(/^(an?|the) /, '').replaceAll(' ', '-'), form.secret);
  };
  const noteElsewhere = (all: ReturnType<typeof elsewhere>): void => {
    for (const { name, value } of all)
      for (const bare of namesSentCredential(name) ? bareCredentials(name, value) : [])
        if (isLongEnough(name, bare) && mayBeElsewhere(name, bare)) add(name, bare);
  };
  const noteAll = (from: 'request' | 'answer', part: Named): void => {
    for (const named of namedValues(part)) note(from, named);
    if (part.url !== undefined) note(from, ['', part.url]);
    noteElsewhere(namedElsewhere(part));
    // What is no JSON and no form is one text.
    if (part.body !== undefined) note(from, ['', part.body.toString('utf8')]);
  };
  for (const named of ofJson('', input)) note('input', named);
  noteElsewhere(elsewhere(input));
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
