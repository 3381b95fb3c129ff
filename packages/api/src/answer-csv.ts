import type { Answer, AnswerColumn } from '@tallyhook/schemas';

/**
 * An answer as CSV (RFC 4180): a line for each row, or one with the measures over everything where there are no groups.
 * With labels, columns and records are called as people call them.
 */
export function answerCsv({ rows, overall, labels, meta }: Answer): string {
  const { columns } = meta;
  const groups = columns.filter(({ role }) => role === 'group');
  const measures = columns.filter(({ role }) => role === 'measure');
  const head = columns.map(({ name, label }) => cellOf(labels ? label : name));
  const lines =
    groups.length === 0
      ? [measures.map(({ name }) => cellOf(overall[name]))]
      : rows.map(({ key, ...row }) => [
          ...groups.map((column) => cellOf(keyText(column, key, labels))),
          ...measures.map(({ name }) => cellOf(row[name])),
        ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}

type Row = Answer['rows'][number];

/** The group of all other values has no key. */
function keyText({ name, unit, kind }: AnswerColumn, key: Row['key'], labels: Answer['labels']): unknown {
  if (!Object.hasOwn(key, name)) return 'Other';
  const value = key[name];
  const isNamed = kind === 'relation' && unit === undefined && typeof value === 'string';
  return isNamed ? (labels?.[name]?.[value] ?? value) : value;
}

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
