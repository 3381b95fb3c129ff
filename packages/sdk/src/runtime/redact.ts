import type { ConnectorPackage } from '@tallyhook/schemas';
import { type ActionError, changeError } from '../action-error.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import { numberOf } from './credential-numbers.ts';
import { writtenWithEntities } from './entities.ts';
import { redactEncoded } from './redact-encoded.ts';
import { base64Spellings, plainSpellings } from './spellings.ts';

/** The values of a linked account by field name. */
export type AccountValues = Readonly<Record<string, unknown>>;

const replacement = '[redacted]';

/** Shorter values are no credentials, and taking them out would only garble what is said. */
const shortestSecret = 4;

/** The account's credentials, in every spelling in which they may come back. */
export function secretsOf({ connector }: ConnectorPackage, account: AccountValues | undefined | null): string[] {
  const values = secretNames(connector).map((name) => account?.[name]);
  if (connector.signIn.kind === 'basic') values.push(renderPair(connector.signIn, account));
  return spellings(
    values.filter((value) => typeof value === 'string').filter(({ length }) => length >= shortestSecret),
  );
}

function renderPair(
  { username, password }: { username: string; password: string },
  account: AccountValues | undefined | null,
): string | undefined {
  return renderOptionalText(`${username}:${password}`, { account });
}

/** All spellings of credentials that are searched for as they are, the longest first. */
export function spellings(values: readonly string[]): string[] {
  const all = values.flatMap((value) => [...plainSpellings, ...base64Spellings].map((spell) => spell(value)));
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

/** Takes credentials out of a text. */
export function redactText(text: string, secrets: readonly string[]): string {
  const inHtml = writtenWithEntities(text, secrets).map(({ written }) => written);
  const held = [...inHtml, ...heldIn(text, secrets)];
  const plain = held.reduce((current, secret) => current.replaceAll(secret, replacement), text);
  return redactEncoded(plain, secrets, replacement);
}

/** Where base64 without its end is not, it is not with it either, and is not searched for again. */
function heldIn(text: string, secrets: readonly string[]): string[] {
  const absent: string[] = [];
  const held = secrets.toReversed().filter((secret) => {
    if (absent.some((beginning) => secret.startsWith(beginning))) return false;
    if (text.includes(secret)) return true;
    absent.push(secret);
    return false;
  });
  return held.reverse();
}

/** A shorter beginning of a credential may be anything. */
const shortestBeginning = 8;

/** The same for a text that was cut: a credential whose beginning is all that is left of it goes as well. */
export function redactCut(text: string, secrets: readonly string[]): string {
  const redacted = redactText(text, secrets);
  const beginnings = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, redacted.length);
    while (length >= shortestBeginning && !redacted.endsWith(secret.slice(0, length))) length--;
    return length;
  });
  const longest = Math.max(0, ...beginnings);
  return longest < shortestBeginning ? redacted : redacted.slice(0, -longest) + replacement;
}

/** Takes credentials out of every text of a JSON value; a number that is one becomes a text. */
export function redactValue(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  return redactIn(value, secrets, new Set(secrets.map(numberOf)));
}

function redactIn(value: unknown, secrets: readonly string[], numbers: ReadonlySet<unknown>): unknown {
  if (typeof value === 'string') return redactText(value, secrets);
  if (typeof value === 'number') return numbers.has(value) ? replacement : value;
  if (Array.isArray(value)) return value.map((child) => redactIn(child, secrets, numbers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [redactText(key, secrets), redactIn(child, secrets, numbers)]),
  );
}

/** Gives the same error without credentials in what it says. */
export function redactError(error: ActionError, secrets: readonly string[]): ActionError {
  const { excerpt, message } = error;
  return changeError(error, {
    message: redactCut(message, secrets),
    ...(excerpt === undefined ? {} : { excerpt: redactCut(excerpt, secrets) }),
  });
}
