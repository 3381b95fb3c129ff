import { parseTemplate, type TemplateNode } from './parse.ts';
import { lookUp, type Roots } from './shapes.ts';
import type { FilterCall, Path } from './slot.ts';
import type { TemplateProblem } from './template-problem.ts';

type ValueNode = Extract<TemplateNode, { kind: 'value' }>;

/** Characters of an address or a query in the text: its author encodes the parts. */
const ownEncoding = /[:/?&=%]/;

/** Warns of `|url` in a query or a form, whose values are encoded when sent. */
export function findSecondUrl(text: string): TemplateProblem[] {
  if (!text.includes('|')) return [];
  const { nodes } = parseTemplate(text);
  if (nodes.some((node) => node.kind === 'text' && ownEncoding.test(node.text))) return [];
  return valuesIn(nodes).flatMap(({ path, filters }) => {
    const last = filters.at(-1);
    if (last?.name !== 'url') return [];
    const message = 'values here are encoded when they are sent, so |url would encode this one twice';
    return [warning(last, message, `write ${written(path, filters.slice(0, -1))}`)];
  });
}

/** Warns of `|json` where a value keeps its type and would get quotation marks. Without roots, for any value. */
export function findSecondJson(text: string, roots?: Roots): TemplateProblem[] {
  const [only, ...others] = parseTemplate(text).nodes;
  if (only?.kind !== 'value' || others.length > 0 || only.filters.length !== 1) return [];
  const [filter] = only.filters as [FilterCall];
  if (filter.name !== 'json' && filter.name !== 'asciijson') return [];
  if (roots !== undefined && lookUp(only.path, roots).shape?.kind !== 'scalar') return [];
  const message = `"${only.path.text}" is a single value, and |json would add quotation marks to it`;
  return [warning(filter, message, `write ${written(only.path, [])}, which keeps its type`)];
}

function valuesIn(nodes: readonly TemplateNode[]): ValueNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'value') return [node];
    if (node.kind === 'if') return valuesIn([...node.then, ...node.otherwise]);
    return node.kind === 'each' ? valuesIn(node.body) : [];
  });
}

function written(path: Path, filters: readonly FilterCall[]): string {
  return `{{${[path.text, ...filters.map(({ name }) => name)].join('|')}}}`;
}

function warning({ name, offset }: FilterCall, message: string, hint: string): TemplateProblem {
  return { offset, length: name.length, code: 'filter_not_here', message, hint, severity: 'warning' };
}
