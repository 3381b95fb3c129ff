import { Option, type Command } from 'commander';
import type { Field, ProblemDetail } from '@tallyhook/schemas';
import { grouped, printable } from '../output.ts';
import type { ImportResult, MarkerCount } from '@tallyhook/schemas/api';
import { importFile, type ImportOptions } from '../import-file.ts';
import { createProgressLine } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

const maxShown = 10;

/** `import`: turns a file into records; proposes a new type from the data. */
export function registerImport(program: Command, settings: Settings): void {
  const command = program
    .command('import')
    .argument('<file>', 'a CSV file with a header line, or JSON objects: .ndjson and .jsonl one per line, .json a list')
    .description('import a CSV, NDJSON or JSON file')
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
    .option('--delimiter <sign>', 'what separates the cells of CSV, or the word tab (default: found in the first rows)')
    .option('--encoding <name>', 'the encoding of a CSV file, such as windows-1252 (default: utf-8)')
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
  print(settings, options, result, () => importText(result, options));
  if (result.refused > 0) process.exitCode = 1;
}

/** What was said about the file. */
type Said = Pick<ImportOptions, 'dates' | 'decimals'>;

/** Describes an import for people: number of rows, fields, then each refused line. A dry run shows every column. */
export function importText(result: ImportResult, said: Said = {}): string {
  const { imported, updated, unchanged, refused, tookMs, rowsPerSecond, dryRun, importedBefore } = result;
  const took = `${(tookMs / 1000).toFixed(1)} s (${grouped(Math.round(rowsPerSecond))} rows/s)`;
  const done = dryRun ? 'would be imported' : 'imported';
  const twice = dryRun ? 'would exist twice' : 'exist twice now';
  return [
    `${grouped(imported)} rows ${done}, ${grouped(refused)} refused, in ${took}.`,
    ...(updated + unchanged === 0 && !dryRun
      ? []
      : [`${grouped(updated)} records ${dryRun ? 'would be updated' : 'updated'}, ${grouped(unchanged)} unchanged.`]),
    ...(importedBefore === null ? [] : [`The same file was imported before: its rows ${twice}.`]),
    ...(dryRun ? planLines(result, said) : typeLines(result, said)),
    ...emptiedLine(result),
    ...keptLines(result.kept),
    ...mistakeLines(result.errors, result.errorCount),
    ...warningLines(result),
  ].join('\n');
}

/** What a dry run would make of each column, and why. */
function planLines({ type, isNewType, columns, leftOut }: ImportResult, said: Said): string[] {
  return [
    isNewType ? `The type ${type.name} would be created:` : `The columns would go into the type ${type.name}:`,
    ...columns.map(({ column, field, looksLike, reason }) => {
      const kind = kindText(type.fields.find(({ name }) => name === field)!);
      return `  "${printable(column)}" → ${field} (${kind})${optionFor(looksLike, said)}: ${printable(reason)}`;
    }),
    ...leftOut.map(({ column, reason }) => `  "${printable(column)}" is ${reason[0]!.toLowerCase()}${reason.slice(1)}`),
  ];
}

/** The fields of a created type, and why columns that look like dates or numbers stayed texts. */
function typeLines({ type, created, columns }: ImportResult, said: Said): string[] {
  const fields = type.fields.map((field) => `${field.name} (${kindText(field)})`);
  return [
    ...(created ? [`The type ${type.name} was created: ${fields.join(', ')}`] : []),
    ...columns.flatMap(({ column, looksLike, reason }) =>
      looksLike === undefined
        ? []
        : [`"${printable(column)}" is text${optionFor(looksLike, said)}. ${printable(reason)}`],
    ),
  ];
}

function kindText({ kind, target, many }: Field): string {
  return `${kind}${target ? ` to ${target}` : ''}${many ? ', many' : ''}`;
}

/** The option that reads the texts of a column, unless it was given. */
function optionFor(looksLike: ImportResult['columns'][number]['looksLike'], { dates, decimals }: Said): string {
  if (looksLike === 'date' && dates === undefined) return ' (--dates)';
  return looksLike === 'number' && decimals === undefined ? ' (--decimals)' : '';
}

/** Emptied values; when the column also keeps its text, the relation goes by its own name. */
function emptiedLine({ emptied, kept }: ImportResult): string[] {
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
    ...shown.map((mistake) => `  ${placeOf(mistake)}  ${mistake.code}  ${printable(mistake.detail)}`),
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
  ];
}

const placeOf = ({ line, record }: ProblemDetail): string =>
  record === undefined ? `line ${line}` : `record ${record}`;
