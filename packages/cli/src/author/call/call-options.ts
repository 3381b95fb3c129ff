import type { Command } from 'commander';
import { collectPair } from './read-fields.ts';

/** Adds the options for the action, its input and its account. */
export function withCallOptions(command: Command): Command {
  return command
    .argument('<action>', 'the name of the action')
    .option('--connector <folder>', 'the connector folder', '.')
    .option('--input <json>', 'the inputs as JSON; @FILE reads a file, - reads standard input')
    .option('--file <path>', 'the file to send, if the action sends one')
    .option('--account <name>', 'an account saved by `tallyhook accounts login` (default: default)')
    .option('--field <name=value>', 'a sign-in value; `name=-` prompts for it', collectPair, [])
    .option('--field-from-env <name=VARIABLE>', 'a sign-in value from an environment variable', collectPair, []);
}
