import { isMadeUp } from '../fixtures/made-up.ts';
import { type CredentialFrame, inFrame } from './credential-frames.ts';
import { alwaysSecret, withoutScheme } from './find-secrets.ts';
import { ofAddress } from './named-values.ts';
import { findForms } from './secret-forms.ts';

/** A credential that stands in a fixture. */
export interface WrittenSecret {
  path: (string | number)[];
  /** How it is called, such as `a Slack token`. */
  name: string;
  /** Where it begins in its text; 0 where all of the text is one. */
  offset: number;
}

/** Shorter values are no credentials. */
const shortestSecret = 4;

/**
 * The credentials that stand in a value as far as one can tell: those that look like one, and those whose name says that
 * it is always one, such as `access_token`. What begins with `test-` is made up, also behind the scheme of a header, and
 * where the connector itself has its credentials, which `frames` say.
 */
export function writtenSecrets(
  value: unknown,
  frames: readonly CredentialFrame[],
  path: (string | number)[] = [],
): WrittenSecret[] {
  if (typeof value === 'string') return ofText(value, frames, path);
  if (Array.isArray(value)) return value.flatMap((child, index) => writtenSecrets(child, frames, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [
    ...findForms(key).map(({ name }) => ({ path: [...path, key], name, offset: 0 })),
    ...writtenSecrets(child, frames, [...path, key]),
  ]);
}

function ofText(text: string, frames: readonly CredentialFrame[], path: (string | number)[]): WrittenSecret[] {
  const forms = findForms(text).map(({ name, offset }) => ({ path, name, offset }));
  if (forms.length > 0) return forms;
  // The entries of a list are called as the list is.
  const key = path.findLast((part) => typeof part === 'string');
  const named = [
    ...(key === undefined ? [] : [[key, text] as const]),
    ...(/^https?:/.test(text) ? ofAddress(text) : []),
  ];
  return named
    .filter(([name, value]) => alwaysSecret(String(name)) && value.length >= shortestSecret)
    .filter(([, value]) => !isPlaceholder(value) && !frames.some((frame) => isMadeUpIn(value, frame)))
    .slice(0, 1)
    .map(([name, value]) => ({ path, name: `"${name}"`, offset: Math.max(0, text.indexOf(value)) }));
}

function isMadeUpIn(value: string, frame: CredentialFrame): boolean {
  return inFrame(value, frame)?.every(isPlaceholder) === true;
}

function isPlaceholder(value: string): boolean {
  const bare = withoutScheme(value);
  // The made-up part may stand behind a name, as in Basic credentials, and was redacted in what an action gives.
  return (
    isMadeUp(bare) || value.includes('[redacted]') || Buffer.from(bare, 'base64').toString('utf8').includes('test-')
  );
}
