import { toPointer } from '@tallyhook/schemas';
import { textsAndKeysIn } from '../compile/texts-in.ts';
import { insideBase64, encodings } from '../runtime/spellings.ts';

/** A credential and its made-up replacement. */
export interface Placeholder {
  /** Its name in messages. */
  name: string;
  secret: string;
  madeUp: string;
}

export interface Scrubber {
  /** Replaces credentials in a text with made-up values, in the encoding that each credential has there. */
  text(text: string): string;
  /** Does the same for every text and key of a JSON value. A number that is a credential becomes a text. */
  value(value: unknown): unknown;
  /** The credentials that a JSON value still contains, inside base64. */
  leaks(value: unknown): Leak[];
}

/** A credential that was not removed. */
export interface Leak {
  name: string;
  /** JSON pointer of the text that contains it. A key has the pointer of its value. */
  pointer: string;
  /** How it is written there. */
  spelling: 'in plain text' | 'in base64';
}

/** Creates a scrubber, which replaces credentials. The same credential always gets the same made-up value. */
export function createScrubber(placeholders: readonly Placeholder[]): Scrubber {
  const replacements = new Map(
    placeholders
      .flatMap(({ secret, madeUp }) => encodings.map((spell) => [spell(secret), spell(madeUp)] as const))
      .filter(([written]) => written !== '')
      // If two have the same spelling, the first wins.
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
