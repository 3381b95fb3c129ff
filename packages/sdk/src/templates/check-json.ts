import { endsJson, expectedAt, isInString, jsonStart, type JsonState } from './json-machine.ts';
import { parseTemplate } from './parse.ts';
import type { Roots } from './shapes.ts';
import type { Path } from './slot.ts';
import { createWalk } from './walk-json.ts';

/** Why no values make a template JSON, and where; `offset` counts characters of its text from 0. */
export interface JsonMistake {
  offset: number;
  message: string;
  hint: string;
  /** Whether a value outside of quotation marks could bring what is missing: it may be any text. */
  isPossible: boolean;
}

/**
 * Follows a template on every way at once: blocks taken and not taken, lists of none, one and two. Where no way gives
 * JSON, tells about the one that went furthest. A template that cannot be read, or has too many ways, is not judged.
 * `roots` tell which values are numbers, or yes or no.
 */
export function checkJson(text: string, roots: Roots = {}): JsonMistake | undefined {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return undefined;
  const walk = createWalk(text, roots);
  const ends = walk.nodes(nodes, [jsonStart]);
  if (walk.isTooMuch()) return undefined;
  const quoted = walk.quoted();
  if (ends.some(endsJson)) return quoted === undefined ? undefined : quotedTwice(quoted);
  for (const state of ends) walk.stop({ offset: text.length, state, found: 'the text ends' });
  const { offset, state, found } = walk.furthest()!;
  return {
    offset,
    message: `no value makes this JSON: ${expectedAt(state)} is expected, but ${found}`,
    hint: hintFor(state, offset === text.length),
    isPossible: walk.isOpen(),
  };
}

function quotedTwice({ text, offset }: Path): JsonMistake {
  return {
    offset,
    message: `"${text}" stands in quotation marks, and |json writes those of a text itself`,
    hint: 'remove the quotation marks around the slot',
    isPossible: true,
  };
}

function hintFor({ at, open }: JsonState, isEnd: boolean): string {
  if (!isEnd) return 'look at the quotation marks, commas and braces here; write |json where a value goes in';
  const closing = [...open].reverse().map((sign) => (sign === '{' ? '}' : ']'));
  const quote = isInString(at) ? '"' : '';
  return open + quote === '' ? 'write the whole value' : `close what is open: ${quote}${closing.join('')} is missing`;
}
