import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { isMadeUp, madeUpSecret } from '../fixtures/made-up.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { insideBase64, withoutScheme } from '../runtime/spellings.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import { findFormsInAll } from './credential-forms.ts';
import { namesOnlyCredential, namesSentCredential } from './credential-names.ts';
import { bareCredentials, isCredential, isPlaceholder, minCredentialLength } from './credential-values.ts';
import { type Named, type NamedValue, namedValues, ofJson } from './named-values.ts';
import type { ObservedCall } from './observe-http.ts';
import type { Placeholder } from './scrubber.ts';

/** The names of the account's credentials that are too short to be distinguished from other text. */
export function shortSecrets({ connector }: ConnectorPackage, account: AccountValues): string[] {
  return secretNames(connector).filter((name) => {
    const secret = account[name];
    return typeof secret === 'string' && secret !== '' && secret.length < minCredentialLength;
  });
}

/** The credentials of an account, each with its made-up replacement. */
export function knownSecrets({ connector }: ConnectorPackage, account: AccountValues): Placeholder[] {
  const plain = secretNames(connector).flatMap((name): Placeholder[] => {
    const secret = account[name];
    if (typeof secret !== 'string' || secret === '') return [];
    const bare = withoutScheme(secret);
    const madeUp = madeUpSecret(name);
    return [{ name, secret, madeUp }, ...(bare === undefined ? [] : [{ name, secret: bare, madeUp }])];
  });
  const { signIn } = connector;
  if (signIn.kind !== 'basic') return plain;
  // Basic credentials are the base64 of both together.
  const pair = (values: AccountValues): string | undefined =>
    renderOptionalText(`${signIn.username}:${signIn.password}`, { account: values });
  const madeUpAccount = { ...account, ...Object.fromEntries(plain.map((entry) => [entry.name, entry.madeUp])) };
  const [secret, madeUp] = [pair(account), pair(madeUpAccount)];
  if (secret === undefined || madeUp === undefined || plain.length === 0) return plain;
  return [...plain, { name: 'the Basic credential', secret, madeUp }];
}

/**
 * Finds credentials that the account does not declare: values with credential names in inputs, requests and answers,
 * such as an `access_token` in a body, and values in a service's format, such as `xoxb-…` in a text.
 */
export function suspectedSecrets(
  calls: readonly ObservedCall[],
  known: readonly Placeholder[],
  input: object = {},
): Placeholder[] {
  const answers = calls.flatMap(({ response }) => (response instanceof ActionError ? [] : [response]));
  const requests = calls.map(({ request }) => request);
  const given = [...ofJson('', input), ...requests.flatMap(namedValues)];
  const answered = answers.flatMap(namedValues);
  const texts = [
    ...[...given, ...answered].map(([, value]) => value),
    ...[...requests, ...answers].flatMap(wholeTexts),
  ];
  const found: NamedValue[] = [
    // A password given by a person may be any text, while an answer may contain a sentence about a password.
    ...given.flatMap(bareOnes).filter(([, value]) => !isPlaceholder(value)),
    ...answered.flatMap(bareOnes).filter(([, value]) => isCredential(value)),
    ...findFormsInAll(texts).map(({ rule, secret }): NamedValue => [rule, secret]),
  ];
  const isKnown = (secret: string): boolean =>
    isMadeUp(secret) || known.some((entry) => secret.includes(entry.secret) || entry.secret.includes(secret));
  const holdsKnown = (secret: string): boolean =>
    known.some((entry) => insideBase64(entry.secret).some((part) => secret.includes(part)));
  const names = new Map<string, string>();
  for (const [name, secret] of found)
    if (!names.has(secret) && !isKnown(secret) && !holdsKnown(secret)) names.set(secret, name);
  // The number comes first: after the name, it would start with the account's made-up value, which gets redacted.
  return [...names].map(([secret, name], index) => ({
    name,
    secret,
    madeUp: madeUpSecret(`${index + 1}-${name.toLowerCase()}`),
  }));
}

/** With an ambiguous name, a value must be too long to be a word. */
function bareOnes([name, value]: NamedValue): NamedValue[] {
  if (!namesSentCredential(name)) return [];
  const minLength = namesOnlyCredential(name) ? minCredentialLength : 8;
  return bareCredentials(name, value)
    .filter(({ length }) => length >= minLength)
    .map((bare): NamedValue => [name, bare]);
}

function wholeTexts({ url, body }: Named): string[] {
  return [url ?? '', body?.toString('utf8') ?? ''];
}
