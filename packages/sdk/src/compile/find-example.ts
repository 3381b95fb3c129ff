import { isJsonObject } from '../json-object.ts';
import type { JsonPath } from './source-file.ts';

type Schema = Record<string, unknown>;

/**
 * What the `examples` of a schema have at a path, those nearest to the path first. Branches of a union are not told
 * apart: whether a value fits beside the others, the caller has to try.
 */
export function findExamples(schema: object, references: readonly object[], path: JsonPath): unknown[] {
  const files = new Map([schema, ...references].map((file) => [(file as Schema)['$id'], file as Schema]));
  return collect(schema as Schema, { file: schema as Schema, files, path, free: new Set() }, 0);
}

interface Where {
  file: Schema;
  files: ReadonlyMap<unknown, Schema>;
  path: JsonPath;
  /** How deep keys stand that are names of their own, such as those of headers: any key of an example is one. */
  free: Set<number>;
}

function collect(node: Schema, where: Where, depth: number): unknown[] {
  const inside = childrenOf(node, where, depth).flatMap((child) => collect(child, where, depth + 1));
  const branches = ['oneOf', 'anyOf', 'allOf'].flatMap((key) => schemasOf(node[key]));
  const others = [...branches, ...schemasOf(node['then']), ...schemasOf(node['else'])];
  const own = Array.isArray(node['examples']) ? node['examples'] : [];
  return [
    ...inside,
    ...others.flatMap((branch) => collect(branch, where, depth)),
    ...follow(node, where, depth),
    ...own.map((example: unknown) => partAt(example, where, depth)).filter((value) => value !== undefined),
  ];
}

function follow({ $ref }: Schema, where: Where, depth: number): unknown[] {
  if (typeof $ref !== 'string') return [];
  const [id, pointer = ''] = $ref.split('#');
  const file = id === '' ? where.file : where.files.get(id);
  const keys = pointer.split('/').slice(1);
  const target = keys.reduce<unknown>((node, key) => (node as Schema | undefined)?.[key], file);
  return schemasOf(target).flatMap((node) => collect(node, { ...where, file: file! }, depth));
}

function childrenOf({ properties, additionalProperties, items }: Schema, where: Where, depth: number): Schema[] {
  const part = where.path[depth];
  if (part === undefined) return [];
  if (isJsonObject(properties) && Object.hasOwn(properties, part)) return schemasOf(properties[part]);
  if (isJsonObject(additionalProperties)) where.free.add(depth);
  return [...schemasOf(additionalProperties), ...schemasOf(items)];
}

function schemasOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : isJsonObject(value) ? [value] : [];
}

/** The same part of an example; of a list any element will do. */
function partAt(example: unknown, { path, free }: Where, depth: number): unknown {
  return path.slice(depth).reduce<unknown>((value, part, index) => {
    if (Array.isArray(value)) return value[0] as unknown;
    if (!isJsonObject(value)) return undefined;
    if (Object.hasOwn(value, part)) return value[part];
    return free.has(depth + index) ? Object.values(value)[0] : undefined;
  }, example);
}
