/**
 * A place inside a JSON text that is read sign by sign: what is being read, and the brackets that are open, such as
 * `{[`. It needs no text before it, so that one template can be followed on many ways at once.
 */
export interface JsonState {
  at: JsonPlace;
  open: string;
}

type StringPlace = 'string' | 'keyString';
type NumberPlace = 'minus' | 'zero' | 'digits' | 'point' | 'fraction' | 'power' | 'powerSign' | 'powerDigits';

export type JsonPlace =
  | 'value'
  | 'firstValue'
  | 'key'
  | 'firstKey'
  | 'colon'
  | 'after'
  | NumberPlace
  | StringPlace
  /** After a backslash, or inside \uXXXX with so many digits to come. */
  | `${StringPlace}\\${'' | 4 | 3 | 2 | 1}`
  /** Inside true, false or null, with what is to come. */
  | `word ${string}`;

export const jsonStart: JsonState = { at: 'value', open: '' };

const words: Record<string, string> = { t: 'rue', f: 'alse', n: 'ull' };
const isSpace = (sign: string) => sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r';

/** Reads one more sign; undefined where no JSON has it there. */
export function readSign(state: JsonState, sign: string): JsonState | undefined {
  const { at, open } = state;
  const to = (next: JsonPlace): JsonState => ({ at: next, open });
  if (isInString(at)) return readInString(state, sign);
  if (at.startsWith('word ')) {
    const rest = at.slice(5);
    if (rest[0] !== sign) return undefined;
    return to(rest.length === 1 ? 'after' : `word ${rest.slice(1)}`);
  }
  if (numberSteps[at as NumberPlace] !== undefined) {
    const next = numberSteps[at as NumberPlace].find(([signs]) => signs.includes(sign))?.[1];
    if (next !== undefined) return to(next);
    return endsNumber(at) ? readSign(to('after'), sign) : undefined;
  }
  if (isSpace(sign)) return state;
  if (at === 'colon') return sign === ':' ? to('value') : undefined;
  if (at === 'after') return readAfter(open, sign);
  if (at === 'key' || at === 'firstKey') {
    if (sign === '"') return to('keyString');
    return sign === '}' && at === 'firstKey' ? { at: 'after', open: open.slice(0, -1) } : undefined;
  }
  return sign === ']' && at === 'firstValue' ? { at: 'after', open: open.slice(0, -1) } : readValue(open, sign);
}

/** Whether the text may end here. */
export function endsJson({ at, open }: JsonState): boolean {
  return open === '' && (at === 'after' || endsNumber(at));
}

/** Where a value of a slot leads that has no quotation marks: into a number, or on in a text. */
export function readDigits({ at, open }: JsonState): JsonState | undefined {
  if (isInString(at)) return { at: stringOf(at), open };
  if (at === 'value' || at === 'firstValue' || at === 'minus' || at === 'digits') return { at: 'digits', open };
  if (at === 'point' || at === 'fraction') return { at: 'fraction', open };
  return at === 'power' || at === 'powerSign' || at === 'powerDigits' ? { at: 'powerDigits', open } : undefined;
}

/** Where a whole JSON value leads outside of quotation marks; a text can be a key. */
export function readWhole({ at, open }: JsonState): JsonState | undefined {
  if (at === 'value' || at === 'firstValue') return { at: 'after', open };
  return at === 'key' || at === 'firstKey' ? { at: 'colon', open } : undefined;
}

/** Whether a place is between quotation marks. */
export function isInString(at: JsonPlace): boolean {
  return at.startsWith('string') || at.startsWith('keyString');
}

/** What may stand at a place, in words. */
export function expectedAt({ at, open }: JsonState): string {
  if (isInString(at)) return at.includes('\\') ? 'an escape such as \\n or \\u00e9' : 'the closing quotation mark';
  if (at.startsWith('word ')) return `"${at.slice(5)}"`;
  const last = open.at(-1);
  if (at === 'after' || endsNumber(at)) {
    return last === undefined ? 'the end of the text' : `"," or "${last === '{' ? '}' : ']'}"`;
  }
  if (at === 'value') return 'a value';
  if (at === 'firstValue') return 'a value or "]"';
  if (at === 'key') return 'a key in quotation marks';
  if (at === 'firstKey') return 'a key in quotation marks or "}"';
  return at === 'colon' ? '":"' : 'a digit';
}

const digit = '0123456789';
const nonZero = '123456789';
const afterInteger: [string, JsonPlace][] = [
  ['.', 'point'],
  ['eE', 'power'],
];

const numberSteps: Record<NumberPlace, [signs: string, to: JsonPlace][]> = {
  minus: [
    ['0', 'zero'],
    [nonZero, 'digits'],
  ],
  zero: afterInteger,
  digits: [[digit, 'digits'], ...afterInteger],
  point: [[digit, 'fraction']],
  fraction: [
    [digit, 'fraction'],
    ['eE', 'power'],
  ],
  power: [
    ['+-', 'powerSign'],
    [digit, 'powerDigits'],
  ],
  powerSign: [[digit, 'powerDigits']],
  powerDigits: [[digit, 'powerDigits']],
};

/** Whether a number may end at a place, and go on. */
export function endsNumber(at: JsonPlace): boolean {
  return at === 'zero' || at === 'digits' || at === 'fraction' || at === 'powerDigits';
}

const stringOf = (at: JsonPlace): StringPlace => (at.startsWith('key') ? 'keyString' : 'string');

function readInString({ at, open }: JsonState, sign: string): JsonState | undefined {
  const string = stringOf(at);
  if (at === string) {
    if (sign === '"') return { at: string === 'string' ? 'after' : 'colon', open };
    if (sign === '\\') return { at: `${string}\\`, open };
    return sign < ' ' ? undefined : { at, open };
  }
  const left = Number(at.at(-1));
  if (Number.isNaN(left)) {
    if (sign === 'u') return { at: `${string}\\4`, open };
    return '"\\/bfnrt'.includes(sign) ? { at: string, open } : undefined;
  }
  if (!/[0-9a-f]/i.test(sign)) return undefined;
  return { at: left === 1 ? string : `${string}\\${(left - 1) as 3}`, open };
}

function readAfter(open: string, sign: string): JsonState | undefined {
  const last = open.at(-1);
  if (sign === ',' && last !== undefined) return { at: last === '{' ? 'key' : 'value', open };
  const closes = (last === '{' && sign === '}') || (last === '[' && sign === ']');
  return closes ? { at: 'after', open: open.slice(0, -1) } : undefined;
}

function readValue(open: string, sign: string): JsonState | undefined {
  if (sign === '{') return { at: 'firstKey', open: open + sign };
  if (sign === '[') return { at: 'firstValue', open: open + sign };
  if (sign === '"') return { at: 'string', open };
  if (sign === '-') return { at: 'minus', open };
  if (sign === '0') return { at: 'zero', open };
  if (nonZero.includes(sign)) return { at: 'digits', open };
  return words[sign] === undefined ? undefined : { at: `word ${words[sign]}`, open };
}
