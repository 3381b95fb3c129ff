import { endsJson, expectedAt, jsonStart, type JsonState } from './json-machine.ts';
import type { TemplateNode } from './parse.ts';
import type { Roots } from './shapes.ts';
import { createWalk, type Forced } from './walk-json.ts';

/** Where a template gives no JSON on the ways that are left to it. */
export interface NoJson {
  offset: number;
  state: JsonState;
  /** What is expected and what stands there, as a sentence. */
  reason: string;
  /** Whether a value could bring what is missing. */
  isPossible: boolean;
}

/** Follows a template on the ways that `forced` leaves; `too much` where there are more than can be followed. */
export function tryJson(
  text: string,
  nodes: readonly TemplateNode[],
  roots: Roots,
  forced: Forced,
): NoJson | 'too much' | undefined {
  const walk = createWalk(text, roots, forced, { apart: true });
  const ends = walk.nodes(nodes, [jsonStart]);
  if (walk.isTooMuch()) return 'too much';
  if (ends.some(endsJson)) return undefined;
  // The digits of several numbers are one number.
  const isNumber = createWalk(text, roots, forced).nodes(nodes, [jsonStart]).some(endsJson);
  for (const state of ends) walk.stop({ offset: text.length, state, found: 'the text ends' });
  const { offset, state, found } = walk.furthest()!;
  const reason = `this is no JSON: ${expectedAt(state)} is expected, but ${found}`;
  return { offset, state, reason, isPossible: isNumber || walk.isOpen() };
}
