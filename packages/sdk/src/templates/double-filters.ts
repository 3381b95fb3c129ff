import { parseTemplate, type TemplateNode } from './parse.ts';
import { lookUp, type Roots } from './shapes.ts';
import type { FilterCall, Path } from './slot.ts';
import type { TemplateProblem } from './template-problem.ts';

type ValueNode = Extract<TemplateNode, { kind: 'value' }>;

const mayHoldOne = /\|\s*(url|(ascii)?json\s*\|\s*(ascii)?json)\s*[|}]/;
/** Signs of an address or a query inside of the text, whose own parts are encoded by who writes it. */
const ownEncoding = /[:/?&=%]/;

/**
 * Warns of filters that encode once more: `|url` where the place encodes what it is given, and `|json` twice on a single
 * value.
 */
export function findDoubleFilters(text: string, roots: Roots, isEncoded: boolean): TemplateProblem[] {
  if (!mayHoldOne.test(text)) return [];
  const { nodes } = parseTemplate(text);
  const slots = valuesIn(nodes);
  const isWhole = !nodes.some((node) => node.kind === 'text' && ownEncoding.test(node.text));
  return slots.flatMap(({ path, filters }) => [
    ...(isEncoded && isWhole ? urlAtEnd(path, filters) : []),
    ...(lookUp(path, roots).shape?.kind === 'scalar' ? jsonTwice(path, filters) : []),
  ]);
}

function valuesIn(nodes: readonly TemplateNode[]): ValueNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'value') return [node];
    if (node.kind === 'if') return valuesIn([...node.then, ...node.otherwise]);
    return node.kind === 'each' ? valuesIn(node.body) : [];
  });
}

function urlAtEnd(path: Path, filters: readonly FilterCall[]): TemplateProblem[] {
  const last = filters.at(-1);
  if (last?.name !== 'url') return [];
  const message = 'what stands here is encoded as it is sent, and |url would encode it twice';
  return [warning(last, message, `write ${written(path, filters.slice(0, -1))}`)];
}

function jsonTwice(path: Path, filters: readonly FilterCall[]): TemplateProblem[] {
  const isJson = (filter: FilterCall | undefined): boolean => filter?.name === 'json' || filter?.name === 'asciijson';
  const second = filters.findIndex((filter, index) => isJson(filter) && isJson(filters[index - 1]));
  if (second === -1) return [];
  const message = `"${path.text}" is one value, and a second |json would put its quotation marks into it`;
  return [warning(filters[second]!, message, `write ${written(path, filters.toSpliced(second, 1))}`)];
}

function written(path: Path, filters: readonly FilterCall[]): string {
  return `{{${[path.text, ...filters.map(({ name }) => name)].join('|')}}}`;
}

function warning({ name, offset }: FilterCall, message: string, hint: string): TemplateProblem {
  return { offset, length: name.length, code: 'filter_not_here', message, hint, severity: 'warning' };
}
