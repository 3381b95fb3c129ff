import { toPointer } from '@tallyhook/schemas';
import { nameAt, type PlacedText, textsAndKeysIn } from '../compile/texts-in.ts';
import { isMadeUp } from '../fixtures/made-up.ts';
import { type CredentialFrame, inFrame } from './credential-frames.ts';
import { namesChosen, namesCredential, namesOnlyCredential } from './credential-names.ts';
import { bareCredentials, mayBeCredential, mayBeElsewhere } from './credential-values.ts';
import { elsewhere, type NamedElsewhere, ofAddress } from './named-values.ts';
import { isDrawn } from './placeholder.ts';
import { findForms } from './secret-forms.ts';

/** A credential that stands in a fixture. */
export interface WrittenSecret {
  path: (string | number)[];
  /** How it is called, such as `a Slack token`. */
  name: string;
  value: string;
  /** Where it begins in its text; 0 where all of the text is one. */
  offset: number;
}

/**
 * The credentials that stand in a value as far as one can tell: those that look like one, and those whose name says that
 * it is always one, such as `access_token`. What begins with `test-` is made up, also behind the scheme of a header, and
 * where the connector itself has its credentials, which `frames` say.
 */
export function writtenSecrets(value: unknown, frames: readonly CredentialFrame[]): WrittenSecret[] {
  const others = Map.groupBy(elsewhere(value), ({ path }) => toPointer(path));
  return textsAndKeysIn(value).flatMap((placed) => {
    const forms = findForms(placed.text).map(({ name, secret, offset }) => ({
      path: placed.path,
      name,
      value: secret,
      offset: placed.isKey ? 0 : offset,
    }));
    return forms.length > 0 || placed.isKey ? forms : byName(placed, others.get(toPointer(placed.path)) ?? [], frames);
  });
}

function byName(
  { path, text }: PlacedText,
  others: readonly NamedElsewhere[],
  frames: readonly CredentialFrame[],
): WrittenSecret[] {
  const own = [[nameAt(path), text] as const, ...(/^https?:/.test(text) ? ofAddress(text) : [])]
    .filter(([name, value]) => mayBeCredential(name, value))
    .map(([name, value]) => ({ name, value, offset: Math.max(0, text.indexOf(value)) }));
  return [...own, ...others.filter(({ name, value }) => mayBeElsewhere(name, value))]
    .filter(({ name, value }) => isSurelyCalled(name, value))
    .filter(({ name, value }) => !isPlaceholder(name, value) && !frames.some((frame) => isMadeUpIn(value, frame)))
    .slice(0, 1)
    .map(({ name, value, offset }) => ({ path, name: `"${name}"`, value, offset }));
}

/** Authors make tokens up and take them from what a service shows: under other names only a drawn secret is one. */
function isSurelyCalled(name: string, value: string): boolean {
  return namesOnlyCredential(name) || (namesCredential(name) && namesChosen(name) && isDrawn(value));
}

function isMadeUpIn(value: string, frame: CredentialFrame): boolean {
  return inFrame(value, frame)?.every((part) => isPlaceholder('', part)) === true;
}

function isPlaceholder(name: string, value: string): boolean {
  // It was redacted in what an action gives.
  return (
    isMadeUp(value) ||
    value.includes('[redacted]') ||
    bareCredentials(name, value).every(
      // The made-up part may stand behind a name, as in Basic credentials.
      (bare) => isMadeUp(bare) || Buffer.from(bare, 'base64').toString('utf8').includes('test-'),
    )
  );
}
