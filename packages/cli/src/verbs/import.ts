import { Option, type Command } from 'commander';
import { grouped, printable } from '../output.ts';
import { importFile, type ImportOptions, type ImportResult } from '../import-file.ts';
import { createProgressLine } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

const shownErrors = 20;

/** `import`: a CSV file becomes records; a type that does not exist yet is proposed from the data. */
export function registerImport(program: Command, settings: Settings): void {
  const command = program
    .command('import')
    .argument('<file>', 'a CSV file with a head line')
    .description('import a CSV file')
    .requiredOption('--type <name>', 'the record type; a new one is made from the data')
    .option(
      '--relation <[field:]column=type.key>',
      'a column that names records of another type by one of its fields',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .addOption(new Option('--missing <what>', 'what to do where a relation names nothing').choices(['empty', 'refuse']))
    .option('--all-or-nothing', 'keep no row where one is refused')
    .option('--dry-run', 'say what would happen, and keep nothing');
  withCommonOptions(
    command,
    'tallyhook import flights.csv --type flight --relation plane:tailnum=plane.tailnum',
  ).action((path: string, options: ImportOptions & CommonOptions) => runImport(settings, options, path));
}

async function runImport(settings: Settings, options: ImportOptions & CommonOptions, path: string): Promise<void> {
  const result = await useApi(settings, options, (api) => importFile(api, path, options, createProgressLine(settings)));
  print(settings, options, result, () => importText(result));
  if (result.refused > 0) process.exitCode = 1;
}

/** What an import did, for people: how many rows, which fields, then each refused line. */
export function importText(result: ImportResult): string {
  const { imported, refused, errors } = result;
  return [
    `${grouped(imported)} rows imported, ${grouped(refused)} refused.`,
    ...fieldLines(result),
    ...errors.slice(0, shownErrors).map(({ line, code, detail }) => `  line ${line}  ${code}  ${printable(detail)}`),
    ...(errors.length > shownErrors ? [`  and ${grouped(errors.length - shownErrors)} more; --json prints them`] : []),
  ].join('\n');
}

function fieldLines({ type }: ImportResult): string[] {
  if (typeof type === 'string') return [];
  const fields = type.fields.map(
    ({ name, kind, target, many }) => `${name} (${kind}${target ? ` to ${target}` : ''}${many ? ', many' : ''})`,
  );
  return [`Fields of ${type.name}: ${fields.join(', ')}`];
}
