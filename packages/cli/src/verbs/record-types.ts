import { InvalidArgumentError, Option, type Command } from 'commander';
import { Problem, type Field, type NumberFormat, type RecordType } from '@tallyhook/schemas';
import type { FieldPatch } from '@tallyhook/schemas/api';
import { printable, table } from '../output.ts';
import type { Settings } from '../settings.ts';
import { print, useApi, withCommonOptions, type CommonOptions } from '../verb.ts';

interface FormatOptions extends CommonOptions {
  label?: string;
  currency?: string;
  percent?: boolean;
  decimals?: number;
  thousands: boolean;
  plain?: boolean;
}

/** `records types` and `records format`: the record types of the branch, and how people see their fields. */
export function registerRecordTypes(records: Command, settings: Settings): void {
  withCommonOptions(
    records.command('types').description('list the record types with their fields'),
    'tallyhook records types',
  ).action((options: CommonOptions) => listTypes(settings, options));
  const format = records
    .command('format')
    .argument('<type>', 'the record type')
    .argument('<field>', 'a number field of it')
    .description('choose how people see the numbers of a field; stored values stay as they are')
    .option('--currency <code>', 'as money, such as EUR')
    .addOption(new Option('--percent', 'as percent: 0.43 is 43%').conflicts('currency'))
    .option('--decimals <number>', 'how many digits follow the decimal sign', decimalsOf)
    .option('--no-thousands', 'without separators between thousands')
    .addOption(new Option('--plain', 'without a format').conflicts(['currency', 'percent', 'decimals']))
    .option('--label <text>', 'the display name of the field, of any kind');
  withCommonOptions(format, 'tallyhook records format invoice total --currency EUR --decimals 2').action(
    (type: string, field: string, options: FormatOptions) => formatField(settings, options, { type, field }),
  );
}

async function listTypes(settings: Settings, options: CommonOptions): Promise<void> {
  const types = await useApi(settings, options, (api) => api.call('GET /api/types'));
  print(settings, options, types, () =>
    table(
      ['type', 'field', 'label', 'kind', 'format', 'app'],
      types.flatMap(({ name: type, app, fields }) =>
        fields.map(({ name, label, kind, format }) => [type, name, label, kind, describeFormat(format), app]),
      ),
    ),
  );
}

async function formatField(
  settings: Settings,
  options: FormatOptions,
  { type: name, field }: { type: string; field: string },
): Promise<void> {
  const body = { fields: { [field]: patchOf(options) } };
  const type: RecordType = await useApi(settings, options, (api) =>
    api.call('PATCH /api/types/:name', { path: { name }, body }),
  );
  print(settings, options, type, () => fieldText(type.fields.find((one) => one.name === field)!));
}

function patchOf({ label, currency, percent, decimals, thousands, plain }: FormatOptions): FieldPatch {
  const unit = percent ? 'percent' : currency;
  const format = {
    ...(unit !== undefined && { unit }),
    ...(decimals !== undefined && { decimals }),
    ...(!thousands && { thousands }),
  };
  const hasFormat = Object.keys(format).length > 0;
  if (!hasFormat && !plain && label === undefined) {
    const detail = 'Say how: --currency, --percent, --decimals, --no-thousands, --plain or --label.';
    throw new Problem('invalid_usage', detail);
  }
  return { ...(label !== undefined && { label }), ...((hasFormat || plain) && { format: plain ? null : format }) };
}

function fieldText({ name, label, kind, format }: Field): string {
  const words = kind === 'number' ? `, shown ${describeFormat(format) || 'as it is'}` : '';
  return `${name} (${printable(label)})${words}`;
}

function describeFormat(format: NumberFormat | undefined): string {
  if (format === undefined) return '';
  const { unit, decimals, thousands = true } = format;
  return [
    ...(unit === undefined ? [] : [unit === 'percent' ? 'as percent' : `in ${unit}`]),
    ...(decimals === undefined ? [] : [`with ${decimals} ${decimals === 1 ? 'decimal' : 'decimals'}`]),
    ...(thousands ? [] : ['without thousands']),
  ].join(', ');
}

function decimalsOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number.');
}
