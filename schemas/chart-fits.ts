import type { QuestionGroup, QuestionMeasure } from './generated/question.ts';
import type { Report } from './generated/report.ts';
import type { FieldKind } from './record-type.ts';

export type ChartKind = Report['chart'];

/** In the order in which they are offered. */
export const chartKinds = ['bars', 'line', 'pie', 'number', 'table'] as const satisfies readonly ChartKind[];

/** The display names of charts. */
export const chartNames: Record<ChartKind, { label: string; article: string }> = {
  bars: { label: 'Bars', article: 'A bar chart' },
  line: { label: 'Line', article: 'A line' },
  pie: { label: 'Pie', article: 'A pie' },
  number: { label: 'One number', article: 'One number' },
  table: { label: 'Table', article: 'A table' },
};

export interface Asked {
  measure: QuestionMeasure;
  groups: readonly QuestionGroup[];
}

/** What the measures that do not add up give for a part. */
const notAdded: Partial<Record<QuestionMeasure['fn'], string>> = {
  avg: 'averages',
  min: 'smallest values',
  max: 'largest values',
  distinct: 'numbers of different values',
};

/**
 * Why a chart cannot show the question's answer; undefined if it can. `fields` contains the fields that the question
 * names.
 */
export function whyNotChart(
  kind: ChartKind,
  { measure, groups }: Asked,
  fields: readonly { name: string; kind: FieldKind; units: readonly string[] }[],
): string | undefined {
  const fieldOf = (name: string | undefined) => fields.find((field) => field.name === name);
  const measured = fieldOf(measure.field)?.kind;
  const isDate = (measure.fn === 'min' || measure.fn === 'max') && (measured === 'day' || measured === 'instant');
  if (kind === 'table') return undefined;
  if (kind === 'number') return groups.length === 0 ? undefined : 'One number cannot have a grouping.';
  if (groups.length === 0) return `${chartNames[kind].article} needs a grouping.`;
  if (isDate) return 'The measure is a date, which has no length to draw: use a table.';
  if (kind === 'line' && (fieldOf(groups[0]!.field)?.units.length ?? 0) === 0)
    return 'A line shows change over time: group by a date first.';
  if (kind !== 'pie') return undefined;
  if (groups.length > 1) return 'A pie can have only one grouping.';
  const parts = notAdded[measure.fn];
  if (parts !== undefined) return `A pie shows parts of a whole, but ${parts} do not add up: use a count or a sum.`;
  return undefined;
}
