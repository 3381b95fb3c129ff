import { Option, type Command } from 'commander';
import type { ProblemDetail } from '@tallyhook/schemas';
import { grouped, printable } from '../output.ts';
import type { ImportResult, MarkerCount } from '@tallyhook/schemas/api';
import { importFile, type ImportOptions } from '../import-file.ts';
import { createProgressLine } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

const maxShown = 10;

/** `import`: turns a CSV file into records; proposes a new type from the data. */
export function registerImport(program: Command, settings: Settings): void {
  const command = program
    .command('import')
    .argument('<file>', 'a CSV file with a header line')
    .description('import a CSV file')
    .requiredOption('--type <name>', 'the record type; created from the data if it does not exist')
    .option(
      '--relation <[field:]column=type.key>',
      'a column that refers to records of another type by one of their fields',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option(
      '--field <column=name[:kind]>',
      'the field of a column instead of the proposed one; column= leaves it out',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option(
      '--empty <text>',
      'a text that means no value in every column, such as NA; repeat the option for more',
      (text: string, before: string[]) => [...before, text],
      [],
    )
    .option('--delimiter <sign>', 'what separates the cells, or the word tab (default: found in the first rows)')
    .option('--encoding <name>', 'the encoding of the file, such as windows-1252 (default: utf-8)')
    .addOption(new Option('--dates <order>', 'the order of dates such as 31/12/2025').choices(['dmy', 'mdy', 'ymd']))
    .addOption(
      new Option('--decimals <sign>', 'the decimal sign; with it, thousands, money and percent are read too').choices([
        'point',
        'comma',
      ]),
    )
    .addOption(
      new Option('--missing <what>', 'what to do if a related record does not exist').choices(['empty', 'refuse']),
    )
    .option('--key <column>', 'a column by which rows update existing records instead of adding new ones')
    .option('--all-or-nothing', 'import nothing if any row is refused')
    .option('--dry-run', 'show what would happen and import nothing');
  withCommonOptions(
    command,
    'tallyhook import flights.csv --type flight --relation plane:tailnum=plane.tailnum --empty NA',
  ).action((path: string, options: ImportOptions & CommonOptions) => runImport(settings, options, path));
}

async function runImport(settings: Settings, options: ImportOptions & CommonOptions, path: string): Promise<void> {
  const result = await useApi(settings, options, (api) => importFile(api, path, options, createProgressLine(settings)));
  print(settings, options, result, () => importText(result));
  if (result.refused > 0) process.exitCode = 1;
}

/** Describes an import for people: number of rows, fields, then each refused line. */
export function importText(result: ImportResult): string {
  const { imported, updated, unchanged, refused, tookMs, rowsPerSecond, dryRun, importedBefore } = result;
  const took = `${(tookMs / 1000).toFixed(1)} s (${grouped(Math.round(rowsPerSecond))} rows/s)`;
  const done = dryRun ? 'would be imported' : 'imported';
  return [
    `${grouped(imported)} rows ${done}, ${grouped(refused)} refused, in ${took}.`,
    ...(updated + unchanged === 0
      ? []
      : [`${grouped(updated)} records ${dryRun ? 'would be updated' : 'updated'}, ${grouped(unchanged)} unchanged.`]),
    ...(importedBefore === null ? [] : ['The same file was imported before: its rows exist twice now.']),
    ...fieldLines(result),
    ...mistakeLines(result.errors, result.errorCount),
    ...warningLines(result),
  ].join('\n');
}

/** Why columns that look like dates or numbers of another form became texts, and which option reads them. */
function reasonLines(columns: ImportResult['columns']): string[] {
  const options = { date: ' (--dates)', number: ' (--decimals)', code: '' };
  return columns.flatMap(({ column, looksLike, reason }) =>
    looksLike === undefined ? [] : [`"${printable(column)}" is text${options[looksLike]}. ${printable(reason)}`],
  );
}

function fieldLines({ type, created, columns, dryRun, emptied, kept }: ImportResult): string[] {
  const fields = type.fields.map(
    ({ name, kind, target, many }) => `${name} (${kind}${target ? ` to ${target}` : ''}${many ? ', many' : ''})`,
  );
  const made = dryRun ? 'would be created' : 'was created';
  const typeLine = created ? [`The type ${type.name} ${made}: ${fields.join(', ')}`] : [];
  return [...typeLine, ...reasonLines(columns), ...emptiedLine(emptied, kept), ...keptLines(kept)];
}

/** Emptied values; when the column also keeps its text, the relation goes by its own name. */
function emptiedLine(emptied: readonly MarkerCount[], kept: readonly MarkerCount[]): string[] {
  if (emptied.length === 0) return [];
  const placeOf = ({ column, field, text }: MarkerCount) =>
    kept.some((other) => other.column === column && other.text === text) ? field : column;
  const texts = [...Map.groupBy(emptied, ({ text }) => text)].map(([text, counts]) => {
    const places = [...new Set(counts.map(placeOf))];
    const more = places.length > maxShown ? ` and ${grouped(places.length - maxShown)} more columns` : '';
    return `${printable(text)} in ${places.slice(0, maxShown).map(printable).join(', ')}${more}`;
  });
  return [`Read as no value: ${texts.join('; ')}`];
}

function keptLines(kept: readonly MarkerCount[]): string[] {
  const more = kept.length - maxShown;
  return [
    ...kept.slice(0, maxShown).map(({ column, text, cells }) => {
      const times = cells === 1 ? 'once' : `${grouped(cells)} times`;
      const option = /^[\w/]+$/.test(text) ? text : `'${text}'`;
      return `"${printable(column)}" has the text ${text} ${times}: use --empty ${option} to read it as no value`;
    }),
    ...(more > 0 ? [more === 1 ? 'and so does 1 more column' : `and so do ${grouped(more)} more columns`] : []),
  ];
}

function warningLines({ warnings, warningCount }: ImportResult): string[] {
  if (warningCount === 0) return [];
  return [
    `${grouped(warningCount)} values refer to records that do not exist and were left empty:`,
    ...mistakeLines(warnings, warningCount),
  ];
}

function mistakeLines(mistakes: readonly ProblemDetail[], count: number): string[] {
  const shown = mistakes.slice(0, maxShown);
  const more = count - shown.length;
  return [
    ...shown.map(({ line, code, detail }) => `  line ${line}  ${code}  ${printable(detail)}`),
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
  ];
}
