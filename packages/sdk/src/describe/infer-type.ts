import { isJsonObject } from '../json-object.ts';
import { propertyKey } from './property-key.ts';

/**
 * Infers a TypeScript type that fits all given JSON values. An object type has every key that occurs in any of them.
 * All keys are optional, because other values need not have them.
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
  // A value that is null in every example will have another type at some point.
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
