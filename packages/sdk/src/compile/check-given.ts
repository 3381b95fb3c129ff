import { fromPointer, listNames, nearest, type SchemaMistake, type Validator } from '@tallyhook/schemas';
import type { CheckContext } from './context.ts';
import type { JsonPath } from './source-file.ts';
import { splitDetail } from './split-detail.ts';

/** Checks what a fixture gives for inputs: that there are such, then what their schema says. */
export function checkValues(
  context: CheckContext,
  path: JsonPath,
  given: Readonly<Record<string, unknown>>,
  { names, validate, whose }: { names: readonly string[]; validate: Validator; whose: string },
): void {
  // A name that is unknown is most likely that of an input that seems to be missing.
  if (checkKeys(context, path, given, { known: names, owner: `${whose} has no input` })) return;
  for (const { pointer = '#', code, detail } of mistakesOf(validate, given)) {
    const { message, advice } = splitDetail(detail);
    const hint = advice ?? `${whose} takes no other; where it is to refuse one, expect invalid_input`;
    context.report([...path, ...fromPointer(pointer)], { code, message, hint, atKey: code === 'unknown_key' });
  }
}

/** A schema that cannot be used has been reported in its own file. */
function mistakesOf(validate: Validator, input: unknown): SchemaMistake[] {
  try {
    return validate(input);
  } catch {
    return [];
  }
}

/** Reports the keys of an object that nothing is called like; gives whether there are any. */
export function checkKeys(
  context: CheckContext,
  path: JsonPath,
  given: object = {},
  { known, owner }: { known: readonly string[]; owner: string },
): boolean {
  const strangers = Object.keys(given).filter((name) => !known.includes(name));
  for (const name of strangers) {
    const hint = hintFor(name, known);
    context.report([...path, name], { code: 'unknown_name', message: `${owner} "${name}"`, hint, atKey: true });
  }
  return strangers.length > 0;
}

/** Says which name was most likely meant, or which there are. */
export function hintFor(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return near === undefined ? `known: ${listNames(known, name)}` : `did you mean "${near}"?`;
}
