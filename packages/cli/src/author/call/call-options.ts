import type { Command } from 'commander';
import { collectPair } from './read-fields.ts';

/** Adds the options for the action, its input and its account. */
export function withCallOptions(command: Command): Command {
  return command
    .argument('<action>', 'the name of an action')
    .option('--connector <folder>', 'the folder of the connector', '.')
    .option('--input <json>', 'the inputs as JSON; @FILE reads a file, - standard input')
    .option('--file <path>', 'the file, for an action that sends one')
    .option('--account <name>', 'an account that `tallyhook accounts login` keeps (default: default)')
    .option('--field <name=value>', 'a value of the sign-in; `name=-` asks for it', collectPair, [])
    .option('--field-from-env <name=VARIABLE>', 'a value taken from the environment', collectPair, []);
}
