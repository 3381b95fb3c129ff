import { toPointer } from '@tallyhook/schemas';
import { textsAndKeysIn } from '../compile/texts-in.ts';
import { insideBase64, waysToSpell } from '../runtime/spellings.ts';

/** A credential and the made-up value that takes its place. */
export interface Placeholder {
  /** Its name in messages. */
  name: string;
  secret: string;
  madeUp: string;
}

export interface Scrubber {
  /** Puts the made-up values in, each in the spelling in which the credential was written. */
  text(text: string): string;
  /** The same in every text and key of a JSON value; a number that is a credential becomes the text of its made-up value. */
  value(value: unknown): unknown;
  /** The credentials that a JSON value still holds, inside of what is base64. */
  leaks(value: unknown): Leak[];
}

/** A credential that was not taken out. */
export interface Leak {
  name: string;
  /** The text that holds it, as a JSON pointer; of a key, that of its value. */
  pointer: string;
  /** How it is written there. */
  spelling: 'as it is' | 'in base64';
}

/** Makes what takes credentials out. The same credential always becomes the same made-up value. */
export function createScrubber(placeholders: readonly Placeholder[]): Scrubber {
  const replacements = new Map(
    placeholders
      .flatMap(({ secret, madeUp }) => waysToSpell.map((spell) => [spell(secret), spell(madeUp)] as const))
      .filter(([written]) => written !== '')
      // Of two that are written alike the first one counts.
      .toReversed(),
  );
  // A credential may be part of a longer one.
  const written = [...replacements.keys()].sort((one, other) => other.length - one.length);
  const any = new RegExp(written.map(escapeRegExp).join('|') || '(?!)', 'g');
  const text = (given: string): string => given.replaceAll(any, (found) => replacements.get(found)!);
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return replacements.get(String(given)) ?? given;
    if (Array.isArray(given)) return given.map(value);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(Object.entries(given).map(([key, child]) => [text(key), value(child)]));
  };
  const leaks = (given: unknown): Leak[] =>
    textsAndKeysIn(given).flatMap(({ path, text: found }) =>
      placeholders
        .filter(({ secret }) => insideBase64(secret).some((part) => found.includes(part)))
        .map(({ name }) => ({ name, pointer: toPointer(path), spelling: 'in base64' as const })),
    );
  return { text, value, leaks };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
