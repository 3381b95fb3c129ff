import { parseTemplate, type TemplateNode } from './parse.ts';
import { insideOf, lookUp, type Roots, type Scope, type Shape } from './shapes.ts';
import type { FilterCall, Path } from './slot.ts';
import type { TemplateProblem } from './template-problem.ts';

/** How a text is rendered. A slot that is the whole text may give a value unchanged, or one text per element. */
export type Takes = 'value' | 'text' | 'texts';

interface Slot {
  path: Path;
  filters: FilterCall[];
  shape: Shape | undefined;
}

/**
 * Finds slots that refuse every value: a list or an object has no plain text, which every filter except |json needs.
 */
export function findNoPlainText(text: string, roots: Roots, takes: Takes): TemplateProblem[] {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return [];
  const [only, ...others] = nodes;
  const isWhole = only?.kind === 'value' && only.filters.length === 0 && others.length === 0;
  return slotsIn(nodes, { roots }).flatMap((slot) => {
    const { path, filters, shape } = slot;
    if (filters[0]?.name === 'json' || filters[0]?.name === 'asciijson') return [];
    if (isWhole && takes === 'value') return [];
    const isRepeated = isWhole && takes === 'texts' && shape?.kind === 'list';
    const kind = kindWithoutText(isRepeated ? shape.item : shape);
    if (kind === undefined) return [];
    const what = isRepeated ? `each element of "${path.text}"` : `"${path.text}"`;
    const message = `${what} is ${kind}, which cannot be written as plain text`;
    return [{ offset: path.offset, length: path.text.length, code: 'wrong_type', message, hint: hintFor(slot) }];
  });
}

/** The kind of a value without plain text; undefined if it has plain text or this is unknown. */
function kindWithoutText(shape: Shape | undefined): 'a list' | 'an object' | undefined {
  if (shape?.kind === 'list') return 'a list';
  if (shape?.kind === 'object' || shape?.kind === 'headers') return 'an object';
  return shape?.kind === 'any' && shape.isObject === true ? 'an object' : undefined;
}

function slotsIn(nodes: readonly TemplateNode[], scope: Scope): Slot[] {
  return nodes.flatMap((node): Slot[] => {
    if (node.kind === 'text') return [];
    const { shape } = lookUp(node.path, scope.roots ?? {});
    if (node.kind === 'value') return [{ path: node.path, filters: node.filters, shape }];
    if (node.kind === 'if') return slotsIn([...node.then, ...node.otherwise], scope);
    return slotsIn(node.body, insideOf(node, scope, shape));
  });
}

function hintFor({ path, filters, shape }: Slot): string {
  const others = filters.map(({ name }) => `|${name}`).join('');
  const whole = `{{${path.text}|json${others}}}`;
  if (shape?.kind === 'list') {
    const each = `{{#each ${path.text} as |item index|}}{{#if index}},{{/if}}{{item${others}}}{{/each}}`;
    return kindWithoutText(shape.item) === undefined ? `write ${each}, or ${whole} for all of it` : `write ${whole}`;
  }
  return `write one of its values, or ${whole} for all of it`;
}
