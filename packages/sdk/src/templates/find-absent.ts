import { parseTemplate, type TemplateNode } from './parse.ts';
import { type Absence, argumentsOf, insideOf, lookUp, type Roots, rootsOf, type Scope, step } from './shapes.ts';
import type { Path } from './slot.ts';

/** A value that a template needs but that may be absent. */
export interface AbsentValue {
  path: Path;
  absence: Absence;
}

/** Which values are known to be present or absent at a node, by path. */
interface Known {
  there: ReadonlySet<string>;
  gone: ReadonlySet<string>;
  /** Whether it is in the `else` of another value that may be absent: then one of several is given. */
  isInstead: boolean;
}

/**
 * Finds values that may be absent and without which a template renders nothing. A value is present under an `#if` that
 * tests it, the `#if` itself needs no value, and |json writes null.
 */
export function findAbsent(text: string, scope: Scope): AbsentValue[] {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return [];
  return inNodes(nodes, scope, { there: new Set(), gone: new Set(), isInstead: false });
}

function inNodes(nodes: readonly TemplateNode[], scope: Scope, known: Known): AbsentValue[] {
  return nodes.flatMap((node) => inNode(node, scope, known));
}

function inNode(node: TemplateNode, scope: Scope, known: Known): AbsentValue[] {
  const { roots = {} } = scope;
  if (node.kind === 'text') return [];
  if (node.kind === 'value') {
    if (node.filters.some(({ name }) => name === 'json' || name === 'asciijson')) return [];
    const others = argumentsOf(node);
    return [
      ...inPath(node.path, roots, known),
      ...others.flatMap(({ path, isKey }) => inPath(path, rootsOf(scope, isKey), known)),
    ];
  }
  const there = new Set([...known.there, ...beginnings(node.path)]);
  if (node.kind === 'each')
    return inNodes(node.body, insideOf(node, scope, lookUp(node.path, roots).shape), { ...known, there });
  const gone = new Set([...known.gone, nameOf(node.path)]);
  const isInstead = known.isInstead || absences(node.path, roots).length > 0;
  return [
    ...inNodes(node.then, scope, { ...known, there }),
    ...inNodes(node.otherwise, scope, { ...known, gone, isInstead }),
  ];
}

function inPath(path: Path, roots: Roots, { there, gone, isInstead }: Known): AbsentValue[] {
  const isMissing = ({ name }: { name: string }): boolean => !there.has(name) && (gone.has(name) || !isInstead);
  const found = absences(path, roots).find(isMissing);
  return found === undefined ? [] : [{ path, absence: found.absence }];
}

/** The parts of a path that may be absent, each named by the path up to it. */
function absences(path: Path, roots: Roots): { name: string; absence: Absence }[] {
  const names = beginnings(path);
  const found: { name: string; absence: Absence }[] = [];
  let shape = step({ kind: 'object', fields: roots }, path.segments[0]!.name);
  for (const [index, name] of names.entries()) {
    if (shape?.absence !== undefined) found.push({ name, absence: shape.absence });
    const next = path.segments[index + 1]?.name;
    shape = shape === undefined || next === undefined ? undefined : step(shape, next);
  }
  return found;
}

/** The path up to each of its parts, normalized so that `[a]` equals `a`. */
function beginnings({ segments }: Path): string[] {
  return segments.map((_, index) => JSON.stringify(segments.slice(0, index + 1).map(({ name }) => name)));
}

function nameOf(path: Path): string {
  return beginnings(path).at(-1)!;
}
