import type { ConnectorPackage } from '@tallyhook/schemas';
import { type ActionError, changeError } from '../action-error.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import { insideBase64, encodings, withoutScheme } from './spellings.ts';

/** The values of a linked account by field name. */
export type AccountValues = Readonly<Record<string, unknown>>;

export const replacement = '[redacted]';

/** Shorter values are not treated as credentials: redacting them would garble messages. */
const minSecretLength = 4;

/** The account's credentials, in every encoding in which they may come back. */
export function secretsOf({ connector }: ConnectorPackage, account: AccountValues | undefined | null): string[] {
  const values = secretNames(connector).flatMap((name) => [account?.[name], ...partsOfAddress(account?.[name])]);
  if (connector.signIn.kind === 'basic') values.push(renderPair(connector.signIn, account));
  return spellings(
    values.filter((value) => typeof value === 'string').filter(({ length }) => length >= minSecretLength),
  );
}

/** Of an address that is secret as a whole, the path and its last part tell as much as all of it. */
function partsOfAddress(value: unknown): string[] {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return [];
  const { href, pathname, search } = new URL(value);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return [href, pathname + search, pathname, last].filter(({ length }) => length >= minPartLength);
}

function renderPair(
  { username, password }: { username: string; password: string },
  account: AccountValues | undefined | null,
): string | undefined {
  return renderOptionalText(`${username}:${password}`, { account });
}

/** The texts to search for: each credential, also without its scheme, in every encoding, longest first. */
export function spellings(values: readonly string[]): string[] {
  const bare = values.map(withoutScheme).filter((value) => value !== undefined && value.length >= minSecretLength);
  const all = [...values, ...(bare as string[])].flatMap((value) => [
    ...encodings.map((spell) => spell(value)),
    ...insideBase64(value),
  ]);
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Redacts credentials in a text. */
export function redactText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((current, secret) => current.replaceAll(secret, replacement), text);
}

/** A shorter prefix of a credential is too ambiguous. */
const minPrefixLength = 8;

/** Redacts credentials in a truncated text, including one that is cut off at the end. */
export function redactCut(text: string, secrets: readonly string[]): string {
  const redacted = redactText(text, secrets);
  const beginnings = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, redacted.length);
    while (length >= minPrefixLength && !redacted.endsWith(secret.slice(0, length))) length--;
    return length;
  });
  const longest = Math.max(0, ...beginnings);
  return longest < minPrefixLength ? redacted : redacted.slice(0, -longest) + replacement;
}

/** Redacts credentials in every text and key of a JSON value. A number that is a credential becomes text. */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redactText(value, secrets);
  if (typeof value === 'number') return secrets.includes(String(value)) ? replacement : value;
  if (Array.isArray(value)) return value.map((child) => redactValue(child, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [redactText(key, secrets), redactValue(child, secrets)]),
  );
}

/** A shorter part of an address, such as `/v1/`, is no secret. */
const minPartLength = 12;

/** Returns the error with credentials redacted. */
export function redactError(error: ActionError, secrets: readonly string[]): ActionError {
  const { excerpt, message } = error;
  return changeError(error, {
    message: redactCut(message, secrets),
    ...(excerpt === undefined ? {} : { excerpt: redactCut(excerpt, secrets) }),
  });
}
