import type { Command, Option } from 'commander';
import { Problem } from '@tallyhook/schemas';

/**
 * Refuses an empty argument or path option: an unset variable in a script would otherwise mean the working folder.
 * @throws Problem `invalid_usage`
 */
export function refuseEmpty(verb: Command): void {
  const { args, registeredArguments } = verb;
  const place = args.indexOf('');
  // A repeatable argument comes last.
  const argument = place === -1 ? undefined : (registeredArguments[place] ?? registeredArguments.at(-1));
  if (argument !== undefined) throw emptiness(`argument "${argument.name()}"`, argument.required);
  const option = verb.options.find((known) => isPath(known) && verb.getOptionValue(known.attributeName()) === '');
  if (option !== undefined) throw emptiness(`value of ${option.long ?? option.flags}`, option.mandatory);
}

function isPath({ flags }: Option): boolean {
  return /<(folder|file|path)>/.test(flags);
}

function emptiness(what: string, isNeeded: boolean): Problem {
  const advice = isNeeded ? 'Name one.' : 'Name one, or leave it out.';
  return new Problem('invalid_usage', `The ${what} is empty. ${advice}`);
}
