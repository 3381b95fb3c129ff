import { didYouMean, listNames, nearest } from '@tallyhook/schemas';
import type { SharedCause } from '../compile/source-problem.ts';
import type { TemplateNode } from './parse.ts';
import type { Path } from './slot.ts';
import type { TemplateProblem } from './template-problem.ts';

/** Why a value may be absent, and how to change that. */
export interface Absence {
  /** Default: "may be absent". */
  when?: string;
  remedy?: string;
}

/** The statically known shape of a value. With `absence`, it may be absent although it is declared. */
export type Shape = ShapeOfKind & { absence?: Absence };

type ShapeOfKind =
  /** With `isObject`, an object about which nothing more is known. */
  | { kind: 'any'; isObject?: true }
  | { kind: 'scalar'; isLiteral?: true }
  /** With `isOpen`, it may have other fields too. */
  | { kind: 'object'; fields: Record<string, Shape>; isOpen?: true }
  | { kind: 'list'; item: Shape }
  /** Headers by lower-case name. */
  | { kind: 'headers' }
  /** A value that is not allowed here, or that does not exist yet. */
  | {
      kind: 'refused';
      code: 'secret_not_here' | 'feature_missing' | 'unknown_name';
      message: string;
      hint: string;
      cause?: SharedCause;
    };

/** Any value: every path below it may exist. */
export const any: Shape = { kind: 'any' };
/** Any object. */
export const anyObject: Shape = { kind: 'any', isObject: true };
/** A text, a number or a boolean: no path goes below it. */
export const scalar: Shape = { kind: 'scalar' };
/** A number, true or false. */
export const literal: Shape = { kind: 'scalar', isLiteral: true };
export const headerNames: Shape = { kind: 'headers' };

/** Makes the shape of an object with exactly these fields. */
export function objectOf(fields: Record<string, Shape>): Shape {
  return { kind: 'object', fields };
}

/** Makes the shape of an object with these fields and possibly others. */
export function openObjectOf(fields: Record<string, Shape>): Shape {
  return { kind: 'object', fields, isOpen: true };
}

/** The root names of templates, each with its shape. */
export type Roots = Record<string, Shape>;

/** The roots for values, and those for the keys of `hmac_sha256` if they differ. */
export interface Scope {
  roots?: Roots;
  keyRoots?: Roots;
}

/**
 * Checks every path of a template against the roots. Calls `use` for each path that exists; without roots, for every
 * path.
 */
export function checkNames(nodes: readonly TemplateNode[], scope: Scope, use: (path: Path) => void): TemplateProblem[] {
  return nodes.flatMap((node) => checkNode(node, scope, use));
}

function checkNode(node: TemplateNode, scope: Scope, use: (path: Path) => void): TemplateProblem[] {
  if (node.kind === 'text') return [];
  const roots = scope.roots ?? {};
  const value = { path: node.path, ...lookUp(node.path, roots) };
  const found = [
    value,
    ...argumentsOf(node).map(({ path, isKey }) => ({ path, ...lookUp(path, rootsOf(scope, isKey)) })),
  ];
  for (const { path, problem } of found)
    if (problem === undefined || problem.severity === 'warning' || scope.roots === undefined) use(path);
  const problems = found.flatMap(({ problem }) => problem ?? []);
  if (node.kind === 'value') problems.push(...secretInside(node.path, value.shape));
  if (node.kind === 'if') problems.push(...checkNames([...node.then, ...node.otherwise], scope, use));
  if (node.kind === 'each') problems.push(...notAList(node.path, value.shape));
  if (node.kind === 'each') problems.push(...takenNames(node, roots));
  if (node.kind === 'each') problems.push(...checkNames(node.body, insideOf(node, scope, value.shape), use));
  return problems;
}

/** The paths after the filters of a slot. Only the key of a signature may be one of `keyRoots`. */
export function argumentsOf(node: TemplateNode): { path: Path; isKey: boolean }[] {
  if (node.kind !== 'value') return [];
  return node.filters.flatMap(({ name, argument }) =>
    argument === undefined ? [] : [{ path: argument, isKey: name === 'hmac_sha256' }],
  );
}

/** The roots for a path after a filter. */
export function rootsOf({ roots = {}, keyRoots }: Scope, isKey: boolean): Roots {
  return isKey ? (keyRoots ?? roots) : roots;
}

function notAList({ text, offset }: Path, shape: Shape | undefined): TemplateProblem[] {
  if (shape?.kind !== 'scalar' && shape?.kind !== 'object') return [];
  const isObject = shape.kind === 'object';
  const message = `"${text}" is ${isObject ? 'an object' : 'a single value'}, but #each needs a list`;
  const [field] = isObject ? Object.keys(shape.fields) : [];
  const hint = `write {{${field === undefined ? text : `${text}.${field}`}}}${field === undefined ? '' : ', and the same for its other values'}`;
  return [{ offset, length: text.length, code: 'wrong_type', message, hint }];
}

/** Refuses a whole object that contains secrets. */
function secretInside({ text, offset }: Path, shape: Shape | undefined): TemplateProblem[] {
  if (shape?.kind !== 'object') return [];
  const [field, secret] = Object.entries(shape.fields).find(([, one]) => isSecret(one)) ?? [];
  if (field === undefined || secret?.kind !== 'refused') return [];
  const { code, hint } = secret;
  const message = `"${text}" contains "${field}": ${secret.message}`;
  return [{ offset, length: text.length, code, message, hint }];
}

function isSecret(shape: Shape): boolean {
  return shape.kind === 'refused' && shape.code === 'secret_not_here';
}

/** Refuses a loop variable that would hide a known name, such as `account`. */
function takenNames({ path, item, index }: Extract<TemplateNode, { kind: 'each' }>, roots: Roots): TemplateProblem[] {
  return [item, ...(index === undefined ? [] : [index])]
    .filter((name) => Object.hasOwn(roots, name) && roots[name]!.kind === 'object')
    .map((name) => ({
      offset: path.offset,
      length: path.text.length,
      code: 'slot_syntax',
      message: `"${name}" is already in use here, and an item with that name would hide it`,
      hint: 'rename the item',
    }));
}

/** The scope inside an `#each`. */
export function insideOf(
  node: Pick<Extract<TemplateNode, { kind: 'each' }>, 'item' | 'index'>,
  scope: Scope,
  list: Shape | undefined,
): Scope {
  if (scope.roots === undefined) return scope;
  const item = list?.kind === 'list' ? list.item : any;
  const names = { [node.item]: item, ...(node.index === undefined ? {} : { [node.index]: literal }) };
  const keyRoots = scope.keyRoots === undefined ? {} : { keyRoots: { ...scope.keyRoots, ...names } };
  return { roots: { ...scope.roots, ...names }, ...keyRoots };
}

/** The shape of the value at a path, or why there is none. */
export function lookUp(path: Path, roots: Roots): { shape?: Shape; problem?: TemplateProblem } {
  let shape: Shape = { kind: 'object', fields: roots };
  for (const [index, { name, offset }] of path.segments.entries()) {
    if (shape.kind === 'any') return { shape: shape.isObject === true ? any : shape };
    const next = step(shape, name);
    const place = { offset, length: name.length };
    if (next === undefined) {
      const unknown = unknownName(path, index, shape);
      // Other names are possible, but one close to a declared name is a misspelling.
      const isPossible = shape.kind === 'object' && shape.isOpen === true && unknown.suggestion === undefined;
      const problem: TemplateProblem = { ...place, ...unknown, ...(isPossible && { severity: 'warning' }) };
      return isPossible ? { shape: any, problem } : { problem };
    }
    if (next.kind === 'refused') {
      const { code, message, hint, cause } = next;
      return { problem: { ...place, code, message, hint, ...(cause !== undefined && { cause }) } };
    }
    shape = next;
  }
  return { shape };
}

/** The shape of a part of a value; undefined if there is no such part. */
export function step(shape: Shape, name: string): Shape | undefined {
  if (shape.kind === 'object') return Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined;
  if (shape.kind === 'headers') return name === name.toLowerCase() ? scalar : undefined;
  if (shape.kind === 'list') return name === 'length' ? scalar : /^\d+$/.test(name) ? shape.item : undefined;
  return undefined;
}

function isThere(shape: Shape): boolean {
  return shape.kind !== 'refused' || isSecret(shape);
}

type UnknownName = Pick<TemplateProblem, 'code' | 'message' | 'hint' | 'suggestion'>;

function unknownName(path: Path, index: number, shape: Shape): UnknownName {
  const { name } = path.segments[index]!;
  const names = path.segments.slice(0, index).map((segment) => segment.name);
  const before = names.join('.');
  const code = 'unknown_name';
  if (shape.kind === 'list')
    return { code, message: `"${before}" is a list and has no "${name}"`, hint: `write {{#each ${before} as |item|}}` };
  if (shape.kind === 'headers') {
    const hint = `header names are in lower case: write "${name.toLowerCase()}"`;
    return { code, message: `"${before}" has no "${name}"`, hint };
  }
  if (shape.kind !== 'object')
    return { code, message: `"${before}" is a single value and has no "${name}"`, hint: `write {{${before}}}` };
  const { fields } = shape;
  const known = Object.keys(fields).filter((one) => isThere(fields[one]!));
  const next = path.segments[index + 1]?.name;
  const leadOn = known.filter((one) => next === undefined || fields[one]!.kind === 'any' || step(fields[one]!, next));
  const parent = index === 0 ? parentOf(name, fields) : undefined;
  const suggestion = parent === undefined ? (nearest(name, leadOn) ?? nearest(name, known)) : `${parent}.${path.text}`;
  const message = index === 0 ? `there is no "${name}" here` : `"${before}" has no "${name}"`;
  if (suggestion !== undefined) return { code, message, hint: didYouMean(suggestion), suggestion };
  const declare = shape.isOpen === true ? '; declare it if it may exist' : '';
  return { code, message, hint: `known here: ${listNames(known, name, 'nothing')}${declare}` };
}

/** The root that has a field with this name: `response` for `body`. The last one is the most likely. */
function parentOf(name: string, roots: Roots): string | undefined {
  const parents = Object.entries(roots).flatMap(([root, shape]) =>
    shape.kind === 'object' && Object.hasOwn(shape.fields, name) && isThere(shape.fields[name]!) ? [root] : [],
  );
  return parents.includes('response') ? 'response' : parents.at(-1);
}
