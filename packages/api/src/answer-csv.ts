import { nameOfKey, recordLabel, type Answer, type AnswerColumn, type NumberFormat } from '@tallyhook/schemas';

/**
 * Formats an answer as CSV (RFC 4180): one line per row, or a single line with the overall measures if there are no
 * groups. With labels, columns and records appear under their display names. If the question asks for all other values
 * or for periods without records, an extra column marks those rows, because a real value may also be called "Other".
 */
export function answerCsv({ rows, overall, labels, meta, comparison }: Answer): string {
  const { columns } = meta;
  const groups = columns.filter(({ role }) => role === 'group');
  const measures = columns.filter(({ role }) => role === 'measure');
  const flags = flagsOf(meta.question);
  const before = comparison === undefined ? [] : measures;
  const beforeOf = (figures: Record<string, unknown> | undefined) =>
    before.map((column) => figureOf(figures?.[column.name], column, labels));
  const head = [
    ...columns.map(({ name, label }) => cellOf(labels ? label : name)),
    ...before.map(({ name, label }) => cellOf(labels ? `${label}, period before` : `${name}_before`)),
    ...flags.map((flag) => (labels ? flagLabels[flag] : flag)),
  ];
  const lines =
    groups.length === 0
      ? [
          [
            ...measures.map((column) => figureOf(overall[column.name], column, labels)),
            ...beforeOf(comparison?.overall),
          ],
        ]
      : rows.map(({ key, ...row }, index) => [
          ...groups.map((column) => keyCell(column, key, labels)),
          ...measures.map((column) => figureOf(row[column.name], column, labels)),
          ...beforeOf(comparison?.rows[index]),
          ...flags.map((flag) => cellOf(row[flag] ?? false)),
        ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

type Row = Answer['rows'][number];

const flagLabels = { other: 'All others', filled: 'Without records' };

/** The kinds of row, apart from plain groups, that the answer can contain. */
function flagsOf({ groupBy = [] }: Answer['meta']['question']): (keyof typeof flagLabels)[] {
  const canOccur = { other: groupBy.some(({ other }) => other), filled: groupBy.some(({ fill }) => fill) };
  return (['other', 'filled'] as const).filter((flag) => canOccur[flag]);
}

/** The row of all other values has no key. */
function keyText({ name }: AnswerColumn, key: Row['key'], labels: Answer['labels']): unknown {
  if (!Object.hasOwn(key, name)) return 'Other';
  const value = key[name];
  const label = typeof value === 'string' ? nameOfKey(labels, name, value) : undefined;
  return label === undefined ? value : recordLabel(label, value as string);
}

/** With labels, a number has the decimals and percent sign of its field: spreadsheets still read it as a number. */
function shownNumber(value: number, format: NumberFormat | undefined, labels: Answer['labels']): string | number {
  if (labels === undefined || format === undefined) return value;
  const { unit, decimals } = format;
  const isPercent = unit === 'percent';
  const digits = decimals ?? (unit === undefined || isPercent ? undefined : currencyDigits(unit));
  const options: Intl.NumberFormatOptions = {
    style: isPercent ? 'percent' : 'decimal',
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits ?? 18,
  };
  return new Intl.NumberFormat('en', options).format(value);
}

const currencyDigits = (currency: string): number | undefined =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;

function keyCell(column: AnswerColumn, key: Row['key'], labels: Answer['labels']): string {
  const text = keyText(column, key, labels);
  return typeof text === 'number' ? figureOf(text, column, labels) : cellOf(text);
}

function figureOf(value: unknown, { format }: AnswerColumn, labels: Answer['labels']): string {
  return typeof value === 'number' ? String(shownNumber(value, format, labels)) : cellOf(value);
}

/** One line of CSV. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cellOf).join(',')}\r\n`;

/** Prefixes text that a spreadsheet would read as a formula with an apostrophe. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
