import { type Command, InvalidArgumentError } from 'commander';
import { formatProblems } from '@tallyhook/sdk';
import type { Settings } from '../settings.ts';
import { checkFolder, type CheckedFolder, countInWords } from './check-folder.ts';

interface ValidateOptions {
  format: 'text' | 'json';
  json?: boolean;
}

/** `validate`: every mistake of connectors with its place. Exit 0 none, 1 errors, 2 not understood. */
export function registerValidate(program: Command, settings: Pick<Settings, 'output'>): void {
  const verb: Command = program
    .command('validate')
    .argument('[folder...]', 'folders of connectors (default: the current one)')
    .description('check connectors: every mistake with file, line, column and what to do')
    .option('--format <format>', 'text or json', readFormat, 'text')
    .option('--json', 'the same as --format json')
    .addHelpText('after', '\nExample:\n  $ tallyhook validate packages/connectors/github')
    .action((folders: string[], options: ValidateOptions) => {
      const checked = (folders.length === 0 ? ['.'] : folders).map((folder) => {
        return checkFolder(folder) ?? verb.error(`error: there is no folder "${folder}"`, { exitCode: 2 });
      });
      const text =
        options.json === true || options.format === 'json' ? toJson(checked) : checked.map(toText).join('\n');
      settings.output.write(`${text}\n`);
      if (checked.some((entry) => entry.package === undefined)) process.exitCode = 1;
    });
}

function readFormat(format: string): ValidateOptions['format'] {
  if (format === 'text' || format === 'json') return format;
  throw new InvalidArgumentError('It is text or json.');
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

function toText({ folder, problems, package: compiled }: CheckedFolder): string {
  const name = compiled === undefined ? '' : `${compiled.connector.id} ${compiled.connector.version}, `;
  const summary = `${folder}: ${name}${countInWords(problems)}`;
  return problems.length === 0 ? summary : `${formatProblems(problems, { format: 'text' })}\n\n${summary}`;
}
