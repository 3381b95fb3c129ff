import { endsJson, expectedAt, jsonStart } from './json-machine.ts';
import type { JsonMistake } from './check-json.ts';
import { parseTemplate, type TemplateNode } from './parse.ts';
import type { Roots } from './shapes.ts';
import { createWalk, type Forced } from './walk-json.ts';

type Block = Exclude<TemplateNode, { kind: 'text' | 'value' }>;
type Way = Forced extends ReadonlyMap<TemplateNode, infer Kind> ? Kind : never;

const mostBlocks = 50;

/**
 * Finds a block of a template for JSON that gives none whenever it is gone through, such as a list with a comma after
 * each of its elements. Of a template that as a whole gives JSON on some way; the first such block is told.
 */
export function checkJsonBlocks(text: string, roots: Roots = {}): JsonMistake | undefined {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return undefined;
  const tried = waysThrough(nodes, []).slice(0, mostBlocks);
  for (const { block, way, outer } of tried) {
    const forced: Forced = new Map([...outer, [block, way]]);
    const walk = createWalk(text, roots, forced, { apart: true });
    const ends = walk.nodes(nodes, [jsonStart]);
    if (walk.isTooMuch()) return undefined;
    if (ends.some(endsJson)) continue;
    // The digits of several numbers are one number.
    const isNumber = createWalk(text, roots, forced).nodes(nodes, [jsonStart]).some(endsJson);
    for (const state of ends) walk.stop({ offset: text.length, state, found: 'the text ends' });
    const { offset, state, found } = walk.furthest()!;
    const message = `${inWords(block, way)} this is no JSON: ${expectedAt(state)} is expected, but ${found}`;
    return { offset, message, hint: hintFor(block, way), isPossible: isNumber || walk.isOpen() };
  }
  return undefined;
}

interface Tried {
  block: Block;
  way: Way;
  /** The ways through the blocks that it stands in. */
  outer: [TemplateNode, Way][];
}

/** The outermost first: what is wrong there is wrong inside as well. */
function waysThrough(nodes: readonly TemplateNode[], outer: [TemplateNode, Way][]): Tried[] {
  return nodes.flatMap((node): Tried[] => {
    if (node.kind === 'each') {
      const own = (['once', 'twice'] as const).map((way) => ({ block: node, way, outer }));
      return [...own, ...waysThrough(node.body, [...outer, [node, 'some']])];
    }
    // Which way each element takes, may hang on its place in the list.
    if (node.kind !== 'if' || outer.some(([block]) => block.kind === 'each')) return [];
    const then: Tried[] = [{ block: node, way: 'then', outer }];
    const otherwise: Tried[] = node.otherwise.length === 0 ? [] : [{ block: node, way: 'otherwise', outer }];
    return [
      ...then,
      ...waysThrough(node.then, [...outer, [node, 'then']]),
      ...otherwise,
      ...waysThrough(node.otherwise, [...outer, [node, 'otherwise']]),
    ];
  });
}

function inWords({ path: { text } }: Block, way: Way): string {
  if (way === 'then') return `where "${text}" is there`;
  if (way === 'otherwise') return `where "${text}" is not there`;
  return way === 'once' ? `with an element in "${text}"` : `with two elements in "${text}"`;
}

function hintFor(block: Block, way: Way): string {
  if (block.kind === 'if') return 'look at the quotation marks, commas and braces of the block';
  const { path, item } = block;
  const each = `{{#each ${path.text} as |${item} index|}}{{#if index}},{{/if}}{{${item}|json}}{{/each}}`;
  const whole = `write the whole list as {{${path.text}|json}}, or commas between its elements: ${each}`;
  return way === 'once' || way === 'twice' ? whole : '';
}
