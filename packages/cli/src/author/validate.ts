import { type Command, Option } from 'commander';
import { formatProblems, type ProblemFormat, problemFormats } from '@tallyhook/sdk/compiling';
import { printable } from '../output.ts';
import type { Settings } from '../settings.ts';
import { type CheckedFolder, formatCounts } from './check-folder.ts';
import { checkFolders } from './check-folders.ts';

interface ValidateOptions {
  format: ProblemFormat;
  json?: boolean;
}

/** `validate`: prints every mistake in connectors with its place. Exit 0 none, 1 errors, 2 bad usage. */
export function registerValidate(program: Command, settings: Pick<Settings, 'output'>): void {
  program
    .command('validate')
    .argument('[folder...]', 'connector folders, or folders of connectors (default: the current one)')
    .description('check connectors and show every mistake with file, line, column and what to do')
    .addOption(
      new Option('--format <format>', 'sarif for code hosts, github for annotations in GitHub Actions')
        .choices(problemFormats)
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .addHelpText('after', '\nExample:\n  $ tallyhook validate packages/connectors/github')
    .action((folders: string[], { format, json = false }: ValidateOptions, verb: Command) => {
      const isChosen = verb.getOptionValueSource('format') !== 'default';
      if (json && isChosen && format !== 'json')
        return verb.error(
          `error: --json means --format json and conflicts with --format ${format}; pass only one of them`,
          {
            exitCode: 2,
          },
        );
      const checked = checkFolders(folders.length === 0 ? ['.'] : folders);
      settings.output.write(`${writers[json ? 'json' : format](checked)}\n`);
      if (checked.some((entry) => entry.package === undefined)) process.exitCode = 1;
    });
}

const writers: Record<ProblemFormat, (checked: CheckedFolder[]) => string> = {
  text: (checked) => checked.map(toText).join('\n'),
  json: toJson,
  sarif: (checked) => formatProblems(problemsOf(checked), { format: 'sarif' }),
  github: (checked) =>
    [formatProblems(problemsOf(checked), { format: 'github' }), ...checked.map(summarize)].filter(Boolean).join('\n'),
};

function problemsOf(checked: CheckedFolder[]): CheckedFolder['problems'] {
  return checked.flatMap(({ problems }) => problems);
}

function toJson(checked: CheckedFolder[]): string {
  const connectors = checked.map(({ folder, problems, package: compiled }) => ({
    folder,
    valid: compiled !== undefined,
    ...(compiled === undefined
      ? {}
      : { id: compiled.connector.id, version: compiled.connector.version, sha256: compiled.sha256 }),
    problems,
  }));
  return JSON.stringify({ valid: connectors.every(({ valid }) => valid), connectors }, null, 2);
}

function toText(checked: CheckedFolder): string {
  const { problems } = checked;
  return problems.length === 0
    ? summarize(checked)
    : `${formatProblems(problems, { format: 'text' })}\n\n${summarize(checked)}`;
}

function summarize({ folder, problems, fixtures, package: compiled }: CheckedFolder): string {
  const name = compiled === undefined ? '' : `${compiled.connector.id} ${compiled.connector.version}, `;
  // A new connector has no fixtures yet: that is not a mistake, but the summary says so.
  const untested = compiled !== undefined && fixtures.length === 0 ? ', no fixtures' : '';
  return `${printable(folder)}: ${name}${formatCounts(problems)}${untested}`;
}
