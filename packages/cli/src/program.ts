import { Command, CommanderError } from 'commander';
import { Problem, problemDocument } from '@tallyhook/schemas';
import { registerAuthorVerbs } from './author/index.ts';
import { registerDemo } from './demo/flights.ts';
import { problemText } from './output.ts';
import type { Settings } from './settings.ts';
import { registerAccounts } from './verbs/accounts.ts';
import { registerAsk } from './verbs/ask.ts';
import { registerBranches } from './verbs/branches.ts';
import { registerConnectors } from './verbs/connectors.ts';
import { registerFiles } from './verbs/files.ts';
import { registerImport } from './verbs/import.ts';
import { registerKeys } from './verbs/keys.ts';
import { registerLogin } from './verbs/login.ts';
import { registerMembers } from './verbs/members.ts';
import { registerRecords } from './verbs/records.ts';
import { registerReports } from './verbs/reports.ts';
import { registerRuns } from './verbs/runs.ts';
import { registerWorkflows } from './verbs/workflows.ts';
import { registerWorkspaces } from './verbs/workspaces.ts';

/** Ends of the command line: 0 done, 1 refused or findings, 2 not understood. */
export const exitCodes = { done: 0, refused: 1, usage: 2 } as const;

const registrations = [
  registerLogin,
  registerWorkspaces,
  registerBranches,
  registerMembers,
  registerKeys,
  registerImport,
  registerRecords,
  registerAsk,
  registerReports,
  registerFiles,
  registerConnectors,
  registerAccounts,
  registerWorkflows,
  registerRuns,
  registerDemo,
  registerAuthorVerbs,
];

/** Every verb of `tallyhook`. */
export function createProgram(settings: Settings): Command {
  const program = new Command('tallyhook')
    .description(
      'Records, questions and workflows from the command line. TALLYHOOK_URL and TALLYHOOK_KEY serve instead of a login.',
    )
    .configureOutput({
      writeOut: (text) => settings.output.write(text),
      writeErr: (text) => settings.errors.write(text),
    })
    .showHelpAfterError('(add --help to see what is possible)')
    .exitOverride();
  for (const register of registrations) register(program, settings);
  return program;
}

/** Runs one command line and returns its exit code; a refusal is printed, as JSON where `--json` was given. */
export async function runCommandLine(args: readonly string[], settings: Settings): Promise<number> {
  try {
    await createProgram(settings).parseAsync([...args], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    return report(error, args, settings);
  }
}

function report(error: unknown, args: readonly string[], settings: Settings): number {
  if (error instanceof CommanderError) return reportUsage(error, args, settings);
  if (!(error instanceof Problem)) throw error;
  if (args.includes('--json')) settings.output.write(`${JSON.stringify(problemDocument(error), null, 2)}\n`);
  else settings.errors.write(`${problemText(error)}\n`);
  return exitCodes.refused;
}

/** Commander has said it on standard error; `--json` has a document for scripts beside it. */
function reportUsage({ exitCode, message }: CommanderError, args: readonly string[], settings: Settings): number {
  if (exitCode === 0) return exitCodes.done;
  if (args.includes('--json')) {
    const problem = new Problem('invalid_usage', message.replace(/^error: /, ''));
    settings.output.write(`${JSON.stringify(problemDocument(problem), null, 2)}\n`);
  }
  return exitCodes.usage;
}
