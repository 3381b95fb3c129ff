import { toPointer } from '@tallyhook/schemas';
import { numberOf } from '../runtime/credential-numbers.ts';
import { writeEntities, writtenWithEntities } from '../runtime/entities.ts';
import { base64Spellings, hexSpellings, plainSpellings } from '../runtime/spellings.ts';
import { nameSigns } from './package-names.ts';
import { readingsOf } from './readings.ts';

/** A credential and the made-up value that stands for it. */
export interface Placeholder {
  /** How it is called in messages. */
  name: string;
  secret: string;
  madeUp: string;
}

export interface Scrubber {
  /** Puts the made-up values in, each in the spelling in which the credential stood there. */
  text(text: string): string;
  /** The same in every text and key of a JSON value; a number that is a credential becomes the text of its made-up value. */
  value(value: unknown): unknown;
  /**
   * A JSON value without the words that still hold a credential in a spelling that no other can take the place of: it is
   * there in other capitals, or inside of what is encoded.
   */
  blotOut(value: unknown): unknown;
  /** The credentials that texts and keys of a JSON value still hold, also inside of what is encoded in them. */
  leaks(value: unknown): Leak[];
}

/** A credential that was not taken out. */
export interface Leak {
  name: string;
  /** The text that holds it, as a JSON pointer; of a key, that of its value. */
  pointer: string;
  /** How it is written there, such as `in other capitals` or `in base64, in hex`. */
  spelling: string;
}

/** What stands for a credential where nobody is to put another one in its place. */
export const redacted = '[redacted]';

/**
 * Makes what takes credentials out. The same credential always becomes the same made-up value. `names` are those that
 * everybody knows: such a key stays, and so does one of which a credential happens to be a part.
 */
export function createScrubber(placeholders: readonly Placeholder[], names: ReadonlySet<string> = new Set()): Scrubber {
  const spelt = placeholders
    .flatMap(({ secret, madeUp }) => [
      ...plainSpellings.map((spell): [string, string] => [spell(secret), spell(madeUp)]),
      // Nobody reads in W3JlZGFjdGVkXQ== that something was taken out.
      ...encodings.map((spell): [string, string] => [spell(secret), madeUp === redacted ? redacted : spell(madeUp)]),
    ])
    // A credential may be part of a longer one, and base64 without its end part of base64.
    .sort(([one], [other]) => other.length - one.length);
  const replacements = [...new Map(spelt.toReversed())].toReversed();
  const text = (given: string): string => replaceAll(given, [...asInHtml(given, replacements), ...replacements], names);
  const numbers = new Map(placeholders.map(({ secret, madeUp }) => [numberOf(secret), madeUp]));
  const number = (given: number): unknown => numbers.get(given) ?? given;
  return {
    text,
    value: (value) => mapLeaves(value, { text, number }, names),
    blotOut: (value) => mapLeaves(value, { text: (given) => blotOut(given, { placeholders, names }) }, names),
    leaks: (given) => findLeaks(given, { placeholders, names }),
  };
}

type Replacement = readonly [from: string, to: string];

/** The same for what a text writes with entities: any sign of it may be one, in more ways than can be listed. */
function asInHtml(given: string, replacements: readonly Replacement[]): Replacement[] {
  const madeUp = new Map(replacements);
  return writtenWithEntities(given, [...madeUp.keys()])
    .map(({ value, written }): Replacement => [written, writeEntities(madeUp.get(value)!)])
    .sort(([one], [other]) => other.length - one.length);
}

/** Replaces each text by its own, the first ones first. What has come in stays: it may hold what is looked for next. */
function replaceAll(given: string, replacements: readonly Replacement[], names: ReadonlySet<string>): string {
  let parts: { text: string; isDone: boolean }[] = [{ text: given, isDone: false }];
  for (const [from, to] of replacements) {
    if (!given.includes(from)) continue;
    parts = parts.flatMap((part) => {
      if (part.isDone) return [part];
      const kept = keptPlaces(part.text, from, names);
      const found: typeof parts = [];
      let begin = 0;
      for (let at = part.text.indexOf(from); at !== -1; at = part.text.indexOf(from, at)) {
        const end = at + from.length;
        const isName = kept.some(([first, last]) => first <= at && end <= last);
        if (!isName) {
          found.push({ text: part.text.slice(begin, at), isDone: false }, { text: to, isDone: true });
          begin = end;
        }
        at = end;
      }
      return [...found, { text: part.text.slice(begin), isDone: false }];
    });
  }
  return parts.map((part) => part.text).join('');
}

/** Where names stand of which a credential is a part; one that is all of it may be the credential. */
function keptPlaces(text: string, secret: string, names: ReadonlySet<string>): [first: number, last: number][] {
  return [...text.matchAll(nameSigns)]
    .filter(([word]) => word.length > secret.length && names.has(word))
    .map(({ 0: word, index }) => [index, index + word.length]);
}

/** How a value is written in Basic credentials, tokens and logs: nobody reads it. */
const encodings = [...base64Spellings, ...hexSpellings];

interface Mapping {
  text(text: string): string;
  number?(number: number): unknown;
}

function mapLeaves(value: unknown, map: Mapping, names: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return map.text(value);
  if (typeof value === 'number') return map.number?.(value) ?? value;
  if (Array.isArray(value)) return value.map((child) => mapLeaves(child, map, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [names.has(key) ? key : map.text(key), mapLeaves(child, map, names)]),
  );
}

interface Known {
  placeholders: readonly Placeholder[];
  names: ReadonlySet<string>;
}

function findLeaks(value: unknown, known: Known, path: (string | number)[] = []): Leak[] {
  if (typeof value === 'string') return ofText(value, known, path);
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, child]) => [
    ...(typeof key === 'string' && !known.names.has(key) ? ofText(key, known, [...path, key]) : []),
    ...findLeaks(child, known, [...path, key]),
  ]);
}

function ofText(text: string, { placeholders, names }: Known, path: (string | number)[]): Leak[] {
  return placeholders.flatMap(({ name, secret }) => {
    const readings = readingsOf(withoutNames(withoutMadeUp(text, placeholders), secret, names));
    const found = readings.find((reading) => reading.text.toLowerCase().includes(secret.toLowerCase()));
    return found === undefined ? [] : [{ name, pointer: toPointer(path), spelling: found.spelling }];
  });
}

function blotOut(text: string, known: Known): string {
  if (ofText(text, known, []).length === 0) return text;
  const rest = text.replaceAll(/[^\s"'<>]+/g, (word) => (ofText(word, known, []).length > 0 ? redacted : word));
  // A credential may have blanks in it.
  return ofText(rest, known, []).length > 0 ? redacted : rest;
}

/** A made-up value may hold what a credential is, such as `test` or its own name. */
function withoutMadeUp(text: string, placeholders: readonly Placeholder[]): string {
  const plain = placeholders.filter(({ madeUp }) => !placeholders.some(({ secret }) => secret.includes(madeUp)));
  return plain.reduce((current, { madeUp }) => current.replaceAll(madeUp, ' '), text);
}

function withoutNames(text: string, secret: string, names: ReadonlySet<string>): string {
  return text.replaceAll(nameSigns, (word) => (word.length > secret.length && names.has(word) ? ' ' : word));
}
