import type { Answer, AnswerRow } from '@tallyhook/schemas';
import { nameOfBefore } from './compared.ts';
import { describeChange } from './describe-change.ts';
import { formatValue } from './format-value.ts';
import type { Formats } from './formats.ts';

/** The two columns of a table about the period before: its figure and the change. */
export interface TableOfBefore {
  title: string;
  ofRow(row: AnswerRow): [before: string, change: string];
  overall: [before: string, change: string];
}

/** Undefined if the answer is not compared. */
export function tableOfBefore(
  { rows, overall, comparison, meta }: Answer,
  formats: Formats,
): TableOfBefore | undefined {
  if (comparison === undefined) return undefined;
  const measure = meta.columns.find(({ role }) => role === 'measure')!;
  const name = nameOfBefore(comparison, formats);
  const cells = (now: unknown, before: unknown): [string, string] => {
    const change = describeChange(numberOf(now), numberOf(before), { name, measure, formats });
    const text = change && (change.amount === undefined ? change.sign : `${change.sign} ${change.amount}`);
    return [formatValue(before, measure, formats), text ?? '–'];
  };
  const places = new Map(rows.map((row, at) => [row, at]));
  return {
    title: name[0]!.toUpperCase() + name.slice(1),
    ofRow: (row) => cells(row[measure.name], comparison.rows[places.get(row) ?? -1]?.[measure.name] ?? null),
    overall: cells(overall[measure.name], comparison.overall?.[measure.name] ?? null),
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
