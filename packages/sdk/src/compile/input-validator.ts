import { type ActionInput, createValidator, type Validator } from '@tallyhook/schemas';

const made = new WeakMap<ActionInput, Validator>();

/**
 * The check of what is given for the inputs of an action, the same one each time that it is asked for: compiling it takes
 * longer than all else that is done with an action. It lets names pass that the action does not have: those are told in
 * other words.
 */
export function inputValidator(input: ActionInput): Validator {
  const known = made.get(input);
  if (known !== undefined) return known;
  const validate = createValidator({ ...input, additionalProperties: true });
  made.set(input, validate);
  return validate;
}
