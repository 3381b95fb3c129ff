import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { isMadeUp, madeUpSecret } from '../fixtures/made-up.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import { type Named, type NamedValue, namedValues, ofJson } from './named-values.ts';
import type { ObservedCall } from './observe-http.ts';
import type { Placeholder } from './scrubber.ts';
import { findForms } from './secret-forms.ts';

/** The account's credentials, each with the value that stands for it in a fixture. */
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

/** The word before a credential in a header, as each service has its own; what is drawn by lot has digits in it. */
const scheme = /^[a-z][a-z-]{0,30}\d? +(?=\S)/i;

/** What some services write between that word and the credential: `Token token="…"`. */
const parameter = /^[a-z_-]{1,30}=(?:"(?=[^"]*"$)|(?=[^",\s]+$))/i;

/** A credential as it stands in a header, without the scheme and the name in front of it. */
export function withoutScheme(value: string): string {
  const bare = value.replace(scheme, '');
  const named = bare.replace(parameter, '');
  return named !== bare && bare.endsWith('"') ? named.slice(0, -1) : named;
}

/** The same of a value by its name: in others than that of `Authorization` a word in front may be part of the credential. */
export function bareCredential(name: string, value: string): string {
  if (/authorization$/i.test(name)) return withoutScheme(value);
  return value.replace(/^(Bearer|Basic|Token|Bot) /i, '');
}

const always =
  /^(.*[-_.]?(access[-_]?token|refresh[-_]?token|id[-_]?token|(client|shared|signing)[-_]?secret|password|passwd|passphrase|api[-_]?key|secret[-_]?key|private[-_]?key|authorization)|pwd)s?$/i;

const telling =
  /^(.*[-_.]?(token|secret|password|passwd|passphrase|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential|authorization|session[-_]?id)|sig|pwd|sid|cookie|set-cookie|jwt|assertion|code_verifier)s?$/i;

/** Whether a value of this name is a credential and nothing else: a token may be one of an upload, or of a page. */
export function alwaysSecret(name: string): boolean {
  return always.test(name);
}

/** Shorter values are no credentials; of a name that may mean something else the values are longer. */
function isLongEnough(name: string, value: string): boolean {
  return value.length >= (alwaysSecret(name) ? 4 : 8);
}

/** Whether a value of this name is a credential as far as one can tell. */
export function isCalledSecret(name: string): boolean {
  return telling.test(name);
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
  const note = ([name, value]: NamedValue): void => {
    const bare = bareCredential(name, value);
    if (isCalledSecret(name) && isLongEnough(name, bare)) add(name, bare);
    for (const form of findForms(value)) add(form.name.replace(/^(an?|the) /, '').replaceAll(' ', '-'), form.secret);
  };
  const noteAll = (part: Named): void => {
    const named = namedValues(part);
    named.forEach(note);
    if (part.url !== undefined) note(['', part.url]);
    // What is no JSON and no form is one text.
    if (part.body !== undefined) note(['', part.body.toString('utf8')]);
  };
  ofJson('', input).forEach(note);
  for (const { request, response } of calls) {
    noteAll(request);
    if (!(response instanceof ActionError)) noteAll(response);
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
