import { Problem } from '@tallyhook/schemas';

/**
 * Refuses a type with another name than the one in the address: a name never changes, because questions use it.
 * @throws Problem `invalid_input`.
 */
export function refuseOtherName(type: { name: string }, name: string): void {
  if (type.name === name) return;
  const detail = `The address names the type "${name}", but the body has "${type.name}": a type keeps its name, so change its label instead.`;
  throw new Problem('invalid_input', detail, { errors: [{ pointer: '#/type/name', code: 'not_allowed', detail }] });
}
