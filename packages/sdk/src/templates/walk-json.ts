import { endsNumber, isInString, readDigits, readSign, readWhole, type JsonState } from './json-machine.ts';
import type { TemplateNode } from './parse.ts';
import { kindWithoutText } from './no-plain-text.ts';
import { insideOf, lookUp, type Roots } from './shapes.ts';
import type { Path } from './slot.ts';

/** Where a way ends that gives no JSON. */
export interface Stop {
  offset: number;
  state: JsonState;
  /** What stands there instead, as the end of a sentence. */
  found: string;
}

type NodeOf<Kind extends TemplateNode['kind']> = Extract<TemplateNode, { kind: Kind }>;

const mostSteps = 2_000_000;
const mostStates = 200;
const mostOpen = 1000;

/** A value that goes in without |json, and where it stands in the text. */
export interface RawValue {
  path: Path;
  isInString: boolean;
  /** What it is where that has no plain text. */
  kind?: 'a list' | 'an object' | undefined;
}

/** Which ways through a block are taken: into it, or through what stands after its `else`; a list of one or of two. */
export type Forced = ReadonlyMap<TemplateNode, 'then' | 'otherwise' | 'some' | 'once' | 'twice'>;

/**
 * Follows a template on every way at once, or only on those that `forced` leaves. With `apart` the value of a slot with
 * |json does not go on in the number before it: what two elements of a list make is hardly meant as one.
 */
export function createWalk(source: string, given: Roots, forced: Forced = new Map(), { apart = false } = {}) {
  let roots = given;
  let furthest: Stop | undefined;
  let steps = 0;
  let isTooMuch = false;
  let isOpen = false;
  let quoted: Path | undefined;
  const raw = new Map<number, RawValue>();

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
    if (last === undefined && !isInString(state.at) && !isLiteral(path, roots)) isOpen = true;
    if (isJson && isInString(state.at)) quoted ??= path;
    // What is encoded otherwise has no sign in it that ends a text.
    const isNumber = last === undefined && !isInString(state.at) && isKept(path, roots);
    if (!isJson && (last === undefined || !isInString(state.at)) && !isLiteral(path, roots) && !isNumber)
      raw.set(path.offset, {
        path,
        isInString: isInString(state.at),
        kind: last === undefined ? kindWithoutText(lookUp(path, roots).shape) : undefined,
      });
    const joins = apart && isJson && endsNumber(state.at);
    const next = [
      joins ? undefined : readDigits(state),
      ...(isJson || last === undefined ? [readWhole(state)] : []),
      ...(isJson ? [] : [state]),
    ].filter((one) => one !== undefined);
    if (next.length === 0) stop({ offset: path.offset, state, found: `there is the value of "${path.text}"` });
    return next;
  };
  const readNode = (node: TemplateNode, states: JsonState[]): JsonState[] => {
    if (node.kind === 'text') return states.flatMap((state) => readText(node, state));
    if (node.kind === 'value') return states.flatMap((state) => readSlot(node, state));
    const way = forced.get(node);
    if (node.kind === 'if') {
      const then = way === 'otherwise' ? [] : readNodes(node.then, states);
      return way === 'then' ? then : [...then, ...readNodes(node.otherwise, states)];
    }
    const outer = roots;
    roots = insideOf(node, { roots }, lookUp(node.path, roots).shape).roots!;
    const one = readNodes(node.body, states);
    const two = way === 'once' ? [] : readNodes(node.body, one);
    roots = outer;
    return [...(way === undefined ? states : []), ...(way === 'twice' ? [] : one), ...two];
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
    raw: () => [...raw.values()],
  };
}

function isLiteral(path: Path, roots: Roots): boolean {
  const { shape } = lookUp(path, roots);
  return shape?.kind === 'scalar' && shape.isLiteral === true;
}

function isKept(path: Path, roots: Roots): boolean {
  const { shape } = lookUp(path, roots);
  return shape?.kind === 'scalar' && shape.isKept === true;
}

function different(states: JsonState[]): JsonState[] {
  return states.length < 2
    ? states
    : [...new Map(states.map((state) => [`${state.at} ${state.open}`, state])).values()];
}
