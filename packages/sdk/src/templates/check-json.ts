import {
  endsJson,
  expectedAt,
  isInString,
  jsonStart,
  readDigits,
  readSign,
  readWhole,
  type JsonState,
} from './json-machine.ts';
import { parseTemplate, type TemplateNode } from './parse.ts';
import type { Path } from './slot.ts';

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
 */
export function checkJson(text: string): JsonMistake | undefined {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return undefined;
  const walk = createWalk(text);
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

interface Stop {
  offset: number;
  state: JsonState;
  /** What stands there instead, as the end of a sentence. */
  found: string;
}

type NodeOf<Kind extends TemplateNode['kind']> = Extract<TemplateNode, { kind: Kind }>;

const mostSteps = 2_000_000;
const mostStates = 200;
const mostOpen = 1000;

function createWalk(source: string) {
  let furthest: Stop | undefined;
  let steps = 0;
  let isTooMuch = false;
  let isOpen = false;
  let quoted: Path | undefined;

  const stop = (found: Stop): void => {
    if (furthest === undefined || found.offset > furthest.offset) furthest = found;
  };
  const readText = ({ text, offset }: NodeOf<'text'>, from: JsonState): JsonState[] => {
    let state = from;
    for (let index = 0, at = offset; index < text.length; index++, at++) {
      // The backslash before plain braces is no part of the text.
      if (source[at] !== text[index]) at++;
      if (++steps > mostSteps || state.open.length > mostOpen) isTooMuch = true;
      if (isTooMuch) return [];
      const next = readSign(state, text[index]!);
      if (next === undefined) {
        stop({ offset: at, state, found: `there is ${JSON.stringify(text[index])}` });
        return [];
      }
      state = next;
    }
    return [state];
  };
  const readSlot = ({ path, filters }: NodeOf<'value'>, state: JsonState): JsonState[] => {
    const last = filters.at(-1)?.name;
    const isJson = last === 'json' || last === 'asciijson';
    if (last === undefined && !isInString(state.at)) isOpen = true;
    if (isJson && isInString(state.at)) quoted ??= path;
    const next = [
      readDigits(state),
      ...(isJson || last === undefined ? [readWhole(state)] : []),
      ...(isJson ? [] : [state]),
    ].filter((one) => one !== undefined);
    if (next.length === 0) stop({ offset: path.offset, state, found: `there is the value of "${path.text}"` });
    return next;
  };
  const readNode = (node: TemplateNode, states: JsonState[]): JsonState[] => {
    if (node.kind === 'text') return states.flatMap((state) => readText(node, state));
    if (node.kind === 'value') return states.flatMap((state) => readSlot(node, state));
    if (node.kind === 'if') return [...readNodes(node.then, states), ...readNodes(node.otherwise, states)];
    const one = readNodes(node.body, states);
    return [...states, ...one, ...readNodes(node.body, one)];
  };
  const readNodes = (nodes: readonly TemplateNode[], states: JsonState[]): JsonState[] =>
    nodes.reduce((before, node) => {
      const after = different(readNode(node, before));
      if (after.length > mostStates || ++steps > mostSteps) isTooMuch = true;
      return isTooMuch ? [] : after;
    }, states);

  return {
    nodes: readNodes,
    stop,
    furthest: () => furthest,
    isTooMuch: () => isTooMuch,
    isOpen: () => isOpen,
    /** The first value that is written as JSON inside quotation marks. */
    quoted: () => quoted,
  };
}

function different(states: JsonState[]): JsonState[] {
  return states.length < 2
    ? states
    : [...new Map(states.map((state) => [`${state.at} ${state.open}`, state])).values()];
}

function hintFor({ at, open }: JsonState, isEnd: boolean): string {
  if (!isEnd) return 'look at the quotation marks, commas and braces here; write |json where a value goes in';
  const closing = [...open].reverse().map((sign) => (sign === '{' ? '}' : ']'));
  const quote = isInString(at) ? '"' : '';
  return open + quote === '' ? 'write the whole value' : `close what is open: ${quote}${closing.join('')} is missing`;
}
