import { readFileSync } from 'node:fs';
import { Command, CommanderError, Help, type Option } from 'commander';
import { Problem, problemDocument } from '@tallyhook/schemas';
import { loadVerbs, type Verbs } from './load-verbs.ts';
import { problemText } from './output.ts';
import { problemOfError, traceOf } from './problem-of-error.ts';
import { refuseEmpty } from './refuse-empty.ts';
import type { Settings } from './settings.ts';

/** Exit codes: 0 done, 1 refused or findings, 2 bad usage. */
export const exitCodes = { done: 0, refused: 1, usage: 2 } as const;

const exitCodesText = `
Exit codes:
  0  done
  1  refused by the product, a name the product does not know, findings in a check, or a port in use
  2  bad usage: a wrong verb, option or value, a file or name not found on this machine, a file that is not JSON, output
     that cannot be written, or a bug in this command`;

const examplesText = `
Examples:
  $ tallyhook login --email ana@example.com
  $ tallyhook init my-crm
  $ tallyhook validate my-crm`;

/** Creates the program with these verbs. */
export function createProgram(settings: Settings, verbs: Verbs): Command {
  const program = new Command('tallyhook')
    .description(
      'Records, questions, workflows and connectors from the command line. Set TALLYHOOK_URL and TALLYHOOK_KEY to run without a login.',
    )
    .version(ownVersion(), '-V, --version', 'print the version')
    .configureOutput({
      writeOut: (text) => settings.output.write(text),
      writeErr: (text) => settings.errors.write(text),
    })
    .addHelpText('after', `${examplesText}\n${exitCodesText}`)
    .showHelpAfterError('(add --help for usage)')
    .configureHelp({ optionDescription: describeOption })
    .hook('preAction', (_, verb) => refuseEmpty(verb))
    .exitOverride();
  program.commandsGroup('The product:');
  for (const register of verbs.product) register(program, settings);
  program.commandsGroup('Connector development:');
  for (const register of verbs.author) register(program, settings);
  for (const group of program.commands.filter(({ commands }) => commands.length > 0)) pointInside(group);
  return program;
}

/** Repeatable options start with an empty list; help does not show that default. */
function describeOption(option: Option): string {
  const isNone = Array.isArray(option.defaultValue) && option.defaultValue.length === 0;
  const usual = new Help().optionDescription(option);
  return isNone ? usual.replace(/,? ?\(?default: \[\]\)$/, (found) => (found.startsWith(',') ? ')' : '')) : usual;
}

/** Points a group's help to the help of its verbs. */
function pointInside(group: Command): void {
  const path = `tallyhook ${group.name()} ${group.commands[0]!.name()}`;
  group.addHelpText('after', `\nEvery verb has its own help with an example: ${path} --help`);
}

/** The version from package.json, one folder above both in a clone and in an archive. */
function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Runs a command line and returns its exit code; prints refusals, as JSON with `--json`. */
export async function runCommandLine(args: readonly string[], settings: Settings): Promise<number> {
  try {
    await createProgram(settings, await loadVerbs(args)).parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return report(error, args, settings);
  }
}

/** Reports anything a verb threw, including unexpected errors. */
export function report(error: unknown, args: readonly string[], settings: Settings): number {
  if (error instanceof CommanderError) return reportUsage(error, args, settings);
  const problem = problemOfError(error);
  settings.errors.write(traceOf(error, settings.environment));
  if (args.includes('--json')) settings.output.write(`${JSON.stringify(problemDocument(problem), null, 2)}\n`);
  else settings.errors.write(`${problemText(problem)}\n`);
  const isRefusal = error instanceof Problem && problem.code !== 'invalid_usage';
  return isRefusal ? exitCodes.refused : exitCodes.usage;
}

/** Commander has already printed to standard error; with `--json` scripts also get a document. */
function reportUsage({ exitCode, message }: CommanderError, args: readonly string[], settings: Settings): number {
  if (exitCode === 0) return exitCodes.done;
  if (args.includes('--json')) {
    const problem = new Problem('invalid_usage', message.replace(/^error: /, ''));
    settings.output.write(`${JSON.stringify(problemDocument(problem), null, 2)}\n`);
  }
  return exitCodes.usage;
}
