import {
  type ConnectorAction,
  type ConnectorPackage,
  createValidator,
  listNames,
  type Validator,
} from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';

/**
 * Finds an action of a package by name.
 * @throws ActionError `fatal`.
 */
export function findAction({ connector, actions }: ConnectorPackage, name: string): ConnectorAction {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action !== undefined) return action;
  const known = listNames(Object.keys(actions), name);
  throw new ActionError('fatal', `the connector "${connector.id}" has no action "${name}"; it has ${known}`);
}

const maxValidators = 500;
const validators = new Map<string, Validator>();

/**
 * Checks the input of an action against its schema.
 * @throws ActionError `invalid_input` that names each mistake.
 */
export function checkActionInput(released: ConnectorPackage, name: string, input: unknown): Record<string, unknown> {
  const mistakes = validatorOf(released, name)(input);
  if (mistakes.length === 0) return input as Record<string, unknown>;
  const sentences = mistakes.map(
    ({ pointer = '#', detail }) => `input${pointer.slice(1).replaceAll('/', '.')}: ${detail}`,
  );
  throw new ActionError('invalid_input', sentences.join('; '));
}

// Packages are new objects on each database read, so compiled validators are cached by content.
function validatorOf(released: ConnectorPackage, name: string): Validator {
  const key = `${released.sha256} ${name}`;
  const known = validators.get(key);
  if (known !== undefined) return known;
  const made = createValidator({ ...findAction(released, name).input, additionalProperties: false });
  if (validators.size >= maxValidators) validators.delete(validators.keys().next().value!);
  validators.set(key, made);
  return made;
}
