import type { JsonMistake } from './check-json.ts';
import { parseTemplate, type TemplateNode } from './parse.ts';
import type { Roots } from './shapes.ts';
import { tryJson } from './try-json.ts';
import type { Forced } from './walk-json.ts';

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
    const failed = tryJson(text, nodes, roots, forced);
    if (failed === 'too much') return undefined;
    if (failed === undefined) continue;
    const { offset, reason, isPossible } = failed;
    return { offset, message: `${inWords(block, way)} ${reason}`, hint: hintFor(block, way), isPossible };
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
