import type { Command } from 'commander';
import type { SavedRecord } from '@tallyhook/schemas/api';
import { table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';
import { registerRecordTypes } from './record-types.ts';
import { sayMore, wholeNumber } from './runs.ts';

interface ListOptions extends CommonOptions {
  limit: number;
  cursor?: string;
}

/** `records`: the records of one type on the branch, and the types. */
export function registerRecords(program: Command, settings: Settings): void {
  const records = program
    .command('records')
    .description('records on the branch and their types')
    .addHelpText('after', '\nExample:\n  $ tallyhook records list ticket --limit 5');
  const list = records
    .command('list')
    .argument('<type>', 'the record type')
    .description('list the records of a type')
    .option('--limit <number>', 'how many to list', wholeNumber, 20)
    .option('--cursor <text>', 'the nextCursor of the previous page');
  withCommonOptions(list, 'tallyhook records list ticket --limit 5').action((type: string, options: ListOptions) =>
    listRecords(settings, options, type),
  );
  registerRecordTypes(records, settings);
}

async function listRecords(settings: Settings, options: ListOptions, type: string): Promise<void> {
  const { limit, cursor } = options;
  const page = await useApi(settings, options, (api) =>
    api.call('GET /api/records', { query: { type, limit, cursor } }),
  );
  print(settings, options, page, () => recordsTable(page.records));
  sayMore(settings, options, page.nextCursor);
}

function recordsTable(records: SavedRecord[]): string {
  const names = [...new Set(records.flatMap(({ fields }) => Object.keys(fields)))];
  return table(
    ['id', ...names],
    records.map(({ id, fields }) => [id, ...names.map((name) => fields[name])]),
  );
}
