import { toPointer, type Validator } from '@tallyhook/schemas';
import { findExamples } from './find-example.ts';
import { partAt, withPart } from './json-part.ts';
import type { JsonPath } from './source-file.ts';

const longestText = 160;
const mostTried = 10;
/** They fit, and show nothing. */
const empty = ['[]', '{}', '""'];

/** A schema of a file, with those that it refers to and the check that they give. */
export interface CheckedSchema {
  schema: object;
  references: readonly object[];
  validate: Validator;
}

/** A right value for a place of a file, as one would write it; undefined where the schema's examples have none that fits. */
export function exampleHint(checked: CheckedSchema, value: unknown, path: JsonPath): string | undefined {
  const place = toPointer(path);
  const isInside = (pointer = '#'): boolean => pointer === place || pointer.startsWith(`${place}/`);
  const fits = (text: string): boolean =>
    !checked.validate(withPart(value, path, JSON.parse(text))).some(({ pointer }) => isInside(pointer));
  const texts = new Set(findExamples(checked.schema, checked.references, path).map(toText));
  const telling = [...texts].filter((text) => !empty.includes(text) && text.length <= longestText);
  const text = telling.slice(0, mostTried).find(fits);
  if (text === undefined) return undefined;
  return `for example ${isEntry(value, path) ? '' : `"${path.at(-1)}": `}${text}`;
}

/** JSON in one line. No line break of a text gets in the way: in JSON it is an escape. */
function toText(example: unknown): string {
  const lines = JSON.stringify(example, null, 1);
  return lines.replaceAll(/(?<=\[)\n\s*|\n\s*(?=\])/g, '').replaceAll(/\n\s*/g, ' ');
}

/** Whether a path ends at an element of a list, or at the whole file: neither has a name. */
function isEntry(value: unknown, path: JsonPath): boolean {
  const parent = partAt(value, path.slice(0, -1));
  return path.length === 0 || Array.isArray(parent);
}
