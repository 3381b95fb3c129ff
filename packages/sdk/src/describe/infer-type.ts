import { isJsonObject } from '../json-object.ts';
import { propertyKey } from './property-key.ts';

/**
 * The TypeScript type that fits all of some JSON values: what kinds they have, and of objects every key that one of
 * them has. Each key is optional, because other values of their kind need not have it.
 */
export function inferType(values: readonly unknown[], indent = ''): string {
  const objects = values.filter(isJsonObject);
  const lists = values.filter(Array.isArray);
  const kinds = new Set(values.filter((value) => !isJsonObject(value) && !Array.isArray(value)).map(kindOf));
  const found = [
    ...(objects.length === 0 ? [] : [inferObject(objects, indent)]),
    ...(lists.length === 0 ? [] : [`(${inferType(lists.flat(), indent)})[]`]),
    ...[...kinds].filter((kind) => kind !== 'null').sort(),
  ];
  // What is null in every example has another value at another time.
  if (found.length === 0) return 'unknown';
  return [...found, ...(kinds.has('null') ? ['null'] : [])].join(' | ');
}

function inferObject(objects: readonly Record<string, unknown>[], indent: string): string {
  const inner = `${indent}  `;
  const names = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  const lines = names.map((name) => {
    const values = objects.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]);
    return `${inner}${propertyKey(name)}?: ${inferType(values, inner)};`;
  });
  return lines.length === 0 ? 'Record<string, unknown>' : `{\n${lines.join('\n')}\n${indent}}`;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
