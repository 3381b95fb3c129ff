import { nameOfKey, recordLabel, type Answer, type AnswerColumn } from '@tallyhook/schemas';

/**
 * An answer as CSV (RFC 4180): a line for each row, or one with the measures over everything where there are no groups.
 * With labels, columns and records are called as people call them. Where the question asks for all other values or for
 * periods without records, a column says of each row whether it is one, for a value may be called "Other", too.
 */
export function answerCsv({ rows, overall, labels, meta }: Answer): string {
  const { columns } = meta;
  const groups = columns.filter(({ role }) => role === 'group');
  const measures = columns.filter(({ role }) => role === 'measure');
  const flags = flagsOf(meta.question);
  const head = [
    ...columns.map(({ name, label }) => cellOf(labels ? label : name)),
    ...flags.map((flag) => (labels ? flagLabels[flag] : flag)),
  ];
  const lines =
    groups.length === 0
      ? [measures.map(({ name }) => cellOf(overall[name]))]
      : rows.map(({ key, ...row }) => [
          ...groups.map((column) => cellOf(keyText(column, key, labels))),
          ...measures.map(({ name }) => cellOf(row[name])),
          ...flags.map((flag) => cellOf(row[flag] ?? false)),
        ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

type Row = Answer['rows'][number];

const flagLabels = { other: 'All others', filled: 'Without records' };

/** What rows of the answer can be besides a group. */
function flagsOf({ groupBy = [] }: Answer['meta']['question']): (keyof typeof flagLabels)[] {
  const isAsked = { other: groupBy.some(({ other }) => other), filled: groupBy.some(({ fill }) => fill) };
  return (['other', 'filled'] as const).filter((flag) => isAsked[flag]);
}

/** The group of all other values has no key. */
function keyText({ name }: AnswerColumn, key: Row['key'], labels: Answer['labels']): unknown {
  if (!Object.hasOwn(key, name)) return 'Other';
  const value = key[name];
  const label = typeof value === 'string' ? nameOfKey(labels, name, value) : undefined;
  return label === undefined ? value : recordLabel(label, value as string);
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
