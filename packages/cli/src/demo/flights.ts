import { join } from 'node:path';
import type { Command } from 'commander';
import type { Api } from '../api.ts';
import { importFile, type ImportOptions } from '../import-file.ts';
import { grouped } from '../output.ts';
import { createProgressLine } from '../progress.ts';
import type { Settings } from '../settings.ts';
import { findAddress, print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { fetchFlights } from './flights-data.ts';
import { curlOf, demoQuestions } from './flights-questions.ts';

/** Each file, its record type and relations; relations refer to types imported earlier. */
export const flightsImports: readonly (ImportOptions & { file: string })[] = [
  { file: 'airlines.csv', type: 'airline' },
  { file: 'airports.csv', type: 'airport' },
  { file: 'planes.csv', type: 'plane' },
  { file: 'weather.csv', type: 'weather' },
  {
    file: 'flights.csv',
    type: 'flight',
    missing: 'empty',
    empty: ['NA'],
    relation: [
      'airline:carrier=airline.carrier',
      'plane:tailnum=plane.tailnum',
      'origin_airport:origin=airport.faa',
      'destination:dest=airport.faa',
    ],
  },
];

interface ImportedFile {
  file: string;
  type: string;
  rows: number;
  tookMs: number;
  rowsPerSecond: number;
}

/** `demo flights`: imports 336,776 real flights to ask questions about. */
export function registerDemo(program: Command, settings: Settings): void {
  const demo = program
    .command('demo')
    .description('real data to try the product with')
    .addHelpText('after', '\nExample:\n  $ tallyhook demo flights');
  const flights = demo
    .command('flights')
    .description('import all flights from New York in 2013, with airlines, airports, planes and weather');
  withCommonOptions(flights, 'tallyhook demo flights').action((options: CommonOptions) =>
    demoFlights(settings, options),
  );
}

async function demoFlights(settings: Settings, options: CommonOptions): Promise<void> {
  const say = (text: string) => settings.errors.write(`${text}\n`);
  const folder = await fetchFlights(settings.cacheFolder, say);
  const { url } = await findAddress(settings, options);
  const imported = await useApi(settings, options, (api) => importFlights(api, folder, settings, say));
  print(settings, options, { url, imported }, () => nextSteps(url, imported));
}

/** Imports the files whose type does not exist yet; a second call changes nothing. */
export async function importFlights(
  api: Api,
  folder: string,
  settings: Settings,
  say: (text: string) => void,
): Promise<ImportedFile[]> {
  const there = new Set((await api.call('GET /api/types')).map(({ name }) => name));
  const imported: ImportedFile[] = [];
  for (const { file, ...options } of flightsImports) {
    if (there.has(options.type)) {
      say(`${file}: the type "${options.type}" already exists and stays unchanged`);
      continue;
    }
    const startedAt = performance.now();
    const { imported: rows } = await importFile(api, join(folder, file), options, createProgressLine(settings));
    const tookMs = Math.round(performance.now() - startedAt);
    const rowsPerSecond = Math.round((rows * 1000) / Math.max(tookMs, 1));
    imported.push({ file, type: options.type, rows, tookMs, rowsPerSecond });
    say(`${file}: ${grouped(rows)} rows in ${(tookMs / 1000).toFixed(1)} s (${grouped(rowsPerSecond)} rows/s)`);
  }
  return imported;
}

function nextSteps(url: string, imported: readonly ImportedFile[]): string {
  const rows = imported.reduce((sum, file) => sum + file.rows, 0);
  return [
    rows === 0 ? 'The flights were already imported.' : `${grouped(rows)} rows imported.`,
    '',
    'Five questions to try. First create a key:',
    '',
    'KEY=$(npx tallyhook keys create --name flights)',
    '',
    demoQuestions.map((question) => curlOf(url, question)).join('\n\n'),
  ].join('\n');
}
