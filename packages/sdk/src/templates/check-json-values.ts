import type { JsonMistake } from './check-json.ts';
import { jsonStart } from './json-machine.ts';
import { parseTemplate } from './parse.ts';
import type { Roots } from './shapes.ts';
import { createWalk, type RawValue } from './walk-json.ts';

/**
 * Finds the values that go into a template for JSON as they are: one with a quotation mark or a line break in it gives
 * another JSON than was meant, or none. Numbers, and yes or no, are JSON as they are. A header has no structure to be written as
 * instead, and holds no signs beyond Latin-1.
 */
export function checkJsonValues(text: string, roots: Roots = {}, { isHeader = false } = {}): JsonMistake[] {
  const { nodes, problems } = parseTemplate(text);
  if (problems.length > 0) return [];
  const walk = createWalk(text, roots);
  walk.nodes(nodes, [jsonStart]);
  if (walk.isTooMuch()) return [];
  return walk.raw().map((value) => ({
    offset: value.path.offset,
    message:
      value.kind !== undefined
        ? `"${value.path.text}" is ${value.kind}, and ${value.kind} has no plain text`
        : value.isInString
          ? `"${value.path.text}" goes in as it is: a quotation mark or a line break in it breaks the JSON`
          : `"${value.path.text}" goes in as it is, and a text without quotation marks is no JSON`,
    hint: hintFor(text, value, isHeader),
    isPossible: value.kind === undefined,
  }));
}

function hintFor(text: string, { path, isInString, kind }: RawValue, isHeader: boolean): string {
  const written = `write {{${path.text}|${isHeader ? 'asciijson' : 'json'}}}`;
  if (!isInString) return written;
  const before = text.slice(0, path.offset).trimEnd();
  const after = text.slice(path.offset + path.text.length).trimStart();
  if (before.endsWith('"{{') && after.startsWith('}}"')) return `${written} without the quotation marks around it`;
  if (kind !== undefined) return `${written} where no quotation marks are around it`;
  if (isHeader)
    return `let one value, such as an input, be all of the text, without quotation marks: {{${path.text}|asciijson}}`;
  return 'write the body as a structure instead of one text: a value inside of a longer text is safe there';
}
