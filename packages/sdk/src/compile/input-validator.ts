import { type ActionInput, createSchemaCheck, type SchemaCheck, toMistake, type Validator } from '@tallyhook/schemas';

const made = new WeakMap<ActionInput, SchemaCheck>();

/**
 * Compiles the check for an action's inputs, and caches it: compiling takes longer than anything else done with an
 * action. Unknown names are accepted here; callers report them.
 */
export function inputCheck(input: ActionInput): SchemaCheck {
  const known = made.get(input);
  if (known !== undefined) return known;
  const check = createSchemaCheck({ ...input, additionalProperties: true });
  made.set(input, check);
  return check;
}

/** Does the same for problem documents. */
export function inputValidator(input: ActionInput): Validator {
  const check = inputCheck(input);
  return (value) => check(value).map(toMistake);
}
