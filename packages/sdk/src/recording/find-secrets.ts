import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import type { AccountValues } from '../runtime/redact.ts';
import { secretNames } from '../sign-in/account-names.ts';
import { renderOptionalText } from '../templates/render.ts';
import type { ObservedCall } from './observe-http.ts';
import type { Placeholder } from './scrubber.ts';

/** Made-up credentials of fixtures begin so. */
const madeUp = (name: string): string => `test-${name}`;

/** The account's credentials, each with the value that stands for it in a fixture. */
export function knownSecrets({ connector }: ConnectorPackage, account: AccountValues): Placeholder[] {
  const plain = secretNames(connector).flatMap((name): Placeholder[] => {
    const secret = account[name];
    return typeof secret === 'string' && secret !== '' ? [{ name, secret, madeUp: madeUp(name) }] : [];
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

const shortestFound = 8;
const telling =
  /^(.*[-_.]?(token|secret|password|passwd|api[-_]?key|access[-_]?key|private[-_]?key|signature|credential|authorization)|sig|cookie|set-cookie|jwt|assertion|code_verifier)s?$/i;

/**
 * Values that are called like credentials in what was sent and answered, such as an `access_token` in a body: nobody told
 * that they are some, and they go out as well.
 */
export function suspectedSecrets(calls: readonly ObservedCall[], known: readonly Placeholder[]): Placeholder[] {
  const found = new Map<string, string>();
  const note = (name: string, value: unknown): void => {
    if (typeof value !== 'string' || value.length < shortestFound || !telling.test(name)) return;
    const bare = value.replace(/^(Bearer|Basic|Token|Bot) /i, '');
    if (!found.has(bare) && !known.some(({ secret }) => bare.includes(secret))) found.set(bare, name);
  };
  for (const { request, response } of calls) {
    noteAddress(request.url, note);
    noteHeaders(request.headers, note);
    noteBody(request.body, note);
    if (response instanceof ActionError) continue;
    noteHeaders(response.headers, note);
    noteBody(response.body, note);
  }
  const isEncodedKnown = (secret: string): boolean =>
    known.some((entry) => Buffer.from(secret, 'base64').toString('utf8').includes(entry.secret));
  return [...found]
    .filter(([secret]) => !isEncodedKnown(secret))
    .map(([secret, name], index) => ({ name, secret, madeUp: madeUp(`${name.toLowerCase()}-${index + 1}`) }));
}

type Note = (name: string, value: unknown) => void;

function noteAddress(address: string, note: Note): void {
  if (!URL.canParse(address)) return;
  for (const [name, value] of new URL(address).searchParams) note(name, value);
}

function noteHeaders(headers: Record<string, string>, note: Note): void {
  for (const [name, value] of Object.entries(headers)) {
    note(name, value);
    if (/^(location|link)$/i.test(name))
      for (const [address] of value.matchAll(/https?:[^\s<>,;"]+/g)) noteAddress(address, note);
  }
}

function noteBody(body: Buffer | undefined, note: Note): void {
  const text = body?.toString('utf8') ?? '';
  try {
    noteValue(JSON.parse(text), note);
  } catch {
    if (/^[^\s=&]+=[^\s]*$/.test(text)) for (const [name, value] of new URLSearchParams(text)) note(name, value);
  }
}

function noteValue(value: unknown, note: Note): void {
  if (Array.isArray(value)) return value.forEach((child) => noteValue(child, note));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries(value)) {
    note(name, child);
    if (typeof child === 'string' && /^https?:/.test(child)) noteAddress(child, note);
    noteValue(child, note);
  }
}
