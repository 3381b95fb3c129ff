import type { Command } from 'commander';
import type { Report } from '@tallyhook/schemas';
import type { SavedReport } from '@tallyhook/schemas/api';
import type { Api } from '../api.ts';
import { printable, table } from '../output.ts';
import { readJson } from '../read-json.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { answerText } from './ask.ts';

/** `reports`: saved questions of the branch. */
export function registerReports(program: Command, settings: Settings): void {
  const reports = program
    .command('reports')
    .description('saved questions on the branch')
    .addHelpText('after', '\nExample:\n  $ tallyhook reports apply open-tickets.json --name "Open tickets"');
  const apply = reports
    .command('apply')
    .argument('<file>', 'the report as JSON: a question with one measure, and `chart`; `-` reads standard input')
    .requiredOption('--name <text>', 'the name of the report')
    .description('save a report, or replace the one with the same name');
  withCommonOptions(apply, 'tallyhook reports apply open-tickets.json --name "Open tickets"').action(
    (path: string, options: CommonOptions & { name: string }) => applyReport(settings, options, path),
  );
  withCommonOptions(reports.command('list').description('list the reports'), 'tallyhook reports list').action(
    (options: CommonOptions) => listReports(settings, options),
  );
  const answer = reports
    .command('answer')
    .argument('<id>', 'the id that `reports list` shows')
    .description('answer the question of a report');
  withCommonOptions(answer, 'tallyhook reports answer 65f000000000000000000001').action(
    (id: string, options: CommonOptions) => answerReport(settings, options, id),
  );
}

async function applyReport(settings: Settings, options: CommonOptions & { name: string }, path: string): Promise<void> {
  // The server validates it.
  const definition = (await readJson(settings, path)) as Report;
  const saved = await useApi(settings, options, (api) => saveReport(api, options.name, definition));
  print(settings, options, saved, () => `${saved.id}  ${printable(saved.name)}`);
}

async function saveReport(api: Api, name: string, definition: Report): Promise<SavedReport> {
  const before = (await readReports(api)).find((report) => report.name === name);
  if (before === undefined) return api.call('POST /api/reports', { body: { name, definition } });
  const { id, revision } = before;
  return api.call('PATCH /api/reports/:id', { path: { id }, body: { name, definition, revision } });
}

async function listReports(settings: Settings, options: CommonOptions): Promise<void> {
  const reports = await useApi(settings, options, readReports);
  print(settings, options, reports, () =>
    table(
      ['id', 'name', 'type', 'chart'],
      reports.map(({ id, name, definition }) => [id, name, definition.type, definition.chart]),
    ),
  );
}

const readReports = (api: Api): Promise<SavedReport[]> => api.call('GET /api/reports');

async function answerReport(settings: Settings, options: CommonOptions, id: string): Promise<void> {
  const answer = await useApi(settings, options, (api) =>
    api.call('GET /api/reports/:id/answer', { path: { id }, query: { labels: true } }),
  );
  print(settings, options, answer, () => answerText(answer));
}
