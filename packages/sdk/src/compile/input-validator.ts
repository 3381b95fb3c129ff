import { type ActionInput, createSchemaCheck, type SchemaCheck, toMistake, type Validator } from '@tallyhook/schemas';

const made = new WeakMap<ActionInput, SchemaCheck>();

/**
 * The check of what is given for the inputs of an action, the same one each time that it is asked for: compiling it takes
 * longer than all else that is done with an action. It accepts names that the action does not have: callers report those.
 */
export function inputCheck(input: ActionInput): SchemaCheck {
  const known = made.get(input);
  if (known !== undefined) return known;
  const check = createSchemaCheck({ ...input, additionalProperties: true });
  made.set(input, check);
  return check;
}

/** The same check for problem documents. */
export function inputValidator(input: ActionInput): Validator {
  const check = inputCheck(input);
  return (value) => check(value).map(toMistake);
}
