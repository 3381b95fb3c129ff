import { isSameDecimal } from './same-decimal.ts';
import type { Cell, Nested, SingleValue } from './row-format.ts';

/** The keys and values of an object, what is wrong with it, or why the text is not JSON at all. */
export type ReadObject =
  { entries: [string, Cell][] } | { mistake: { code: string; detail: string } } | { broken: string };

const nestedObject: Nested = { nested: 'an object' };
const nestedList: Nested = { nested: 'a list that holds more than texts, numbers, true and false' };
const maxDepth = 100;
/** From this length on, parsing hundreds of thousands of brackets would take seconds. */
const longText = 64 * 1024;

/** A number with an exponent or at least 16 digits: others never lose any. */
const longNumber = /[:,[\s]-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

/**
 * Reads the text of one object. A number that would lose digits is read as the text of its digits. Most objects need
 * only `JSON.parse`; those that may have a duplicate key or a long number are looked at again.
 */
export function readObject(text: string): ReadObject {
  if (text.length > longText && isTooDeep(text)) return { mistake: tooDeep };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { broken: error.message.slice(0, 200) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return notAnObject(value);
  const names = Object.keys(value);
  if (countColons(text) !== names.length) {
    const mistake = findUnclear(text);
    if (mistake !== undefined) return { mistake };
  }
  const exact = longNumber.test(text) ? parseExactly(text) : value;
  if (exact === undefined) return { mistake: tooDeep };
  return { entries: names.map((name) => [name, cellOf((exact as Record<string, unknown>)[name])]) };
}

function cellOf(value: unknown): Cell {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value as SingleValue;
  if (!Array.isArray(value)) return nestedObject;
  return value.every((one) => typeof one !== 'object') ? (value as SingleValue[]) : nestedList;
}

function notAnObject(value: unknown): ReadObject {
  const given = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${wordOf(value)}`;
  const detail = `The record is ${given}: expected an object, such as {"name": "Ada"}.`;
  return { mistake: { code: 'not_an_object', detail } };
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? 'text' : typeof value;
}

/** At least the number of keys; exactly that, if all are directly before their colons and no text has `":`. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}

const tooDeep = { code: 'too_deep', detail: `The record has more than ${maxDepth} brackets inside each other.` };

/** Finds a duplicate key of the object itself, or too many brackets, in valid JSON. */
function findUnclear(text: string): { code: string; detail: string } | undefined {
  const keys = new Set<string>();
  let depth = 0;
  let isKey = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      const end = endOfText(text, at + 1);
      if (isKey && depth === 1) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (keys.has(key)) return duplicateKey(key);
        keys.add(key);
        isKey = false;
      }
      at = end;
    } else if (sign === '{' || sign === '[') {
      if (++depth > maxDepth) return tooDeep;
      isKey = sign === '{';
    } else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === ',') isKey = true;
  }
  return undefined;
}

/** Whether a text that may be JSON has too many brackets inside each other. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at + 1);
    else if (sign === '{' || sign === '[') {
      if (++depth > maxDepth) return true;
    } else if (sign === '}' || sign === ']') depth -= 1;
  }
  return false;
}

/** Where the text that begins at `at` ends; a text that does not end is left to the parser. */
function endOfText(text: string, at: number): number {
  for (let end = text.indexOf('"', at); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}

function duplicateKey(key: string): { code: string; detail: string } {
  return {
    code: 'duplicate_key',
    detail: `The record has the key ${JSON.stringify(key.slice(0, 80))} twice: keep one of them.`,
  };
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses with the text of each number that would lose digits; undefined if the brackets are too deep to do so. */
function parseExactly(text: string): object | undefined {
  const revive: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && !isSameDecimal(source!, value) ? source : value;
  try {
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as object;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
