import { fromPointer, listNames, nearest, type SchemaCheck, type SchemaFinding } from '@tallyhook/schemas';
import type { CheckContext } from './context.ts';
import { asFinding } from './read-files.ts';
import type { Finding, JsonPath } from './source-file.ts';

/** Checks the inputs that a fixture gives: first their names, then their schema. */
export function checkValues(
  context: CheckContext,
  path: JsonPath,
  given: Readonly<Record<string, unknown>>,
  { names, check, whose }: { names: readonly string[]; check: SchemaCheck; whose: string },
): void {
  // An unknown name is probably a misspelling of the input that seems to be missing.
  if (checkKeys(context, path, given, { known: names, owner: `${whose} has no input` })) return;
  for (const found of findingsOf(check, given)) {
    const hint = `${whose} accepts no other value; to test that it refuses one, expect invalid_input`;
    context.report([...path, ...fromPointer(found.pointer)], { hint, ...asFinding(found) });
  }
}

/** An unusable schema is already reported in its own file. */
function findingsOf(check: SchemaCheck, input: unknown): SchemaFinding[] {
  try {
    return check(input);
  } catch {
    return [];
  }
}

/** Reports unknown keys of an object. Returns whether there are any. */
export function checkKeys(
  context: CheckContext,
  path: JsonPath,
  given: object = {},
  { known, owner }: { known: readonly string[]; owner: string },
): boolean {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  for (const name of unknown) {
    const message = `${owner} "${name}"`;
    context.report([...path, name], { code: 'unknown_name', message, ...nearestOf(name, known), atKey: true });
  }
  return unknown.length > 0;
}

/** The closest known name, or the list of known names. */
export function nearestOf(name: string, known: readonly string[]): Pick<Finding, 'hint' | 'suggestion'> {
  const suggestion = nearest(name, known);
  return suggestion === undefined ? { hint: `known: ${listNames(known, name)}` } : { suggestion };
}
