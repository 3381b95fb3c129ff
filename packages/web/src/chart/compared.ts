import type { Answer, AnswerComparison, ReportGoal } from '@tallyhook/schemas';
import type { Figures } from './figures.ts';
import type { Formats } from './formats.ts';
import type { Key } from './group-keys.ts';

/** What a chart shows besides its figures. */
export interface Beside {
  compared?: Compared | undefined;
  goal?: ReportGoal | undefined;
  /** Values that the axis also reaches, so that it is the same as that of another chart. */
  reach?: readonly number[] | undefined;
}

/** The figures of the period before. */
export interface Compared {
  /** Its name, such as `Oct 2026`. */
  name: string;
  /** The value of a group; null if it is not known, or if the groups are split. */
  valueOf(group: Key): number | null;
  overall: number | null;
  /** Whether any group has one. */
  hasGroups: boolean;
}

/** The figures of the period before; undefined if the answer is not compared. */
export function readCompared(answer: Answer, figures: Figures, formats: Formats): Compared | undefined {
  const { comparison } = answer;
  if (comparison === undefined) return undefined;
  const { groupColumn, seriesColumn, measure } = figures;
  const isDrawn = groupColumn !== undefined && seriesColumn === undefined;
  const values = new Map(
    isDrawn
      ? answer.rows.map(({ key }, at) => [key[groupColumn.name], numberIn(comparison.rows[at], measure.name)])
      : [],
  );
  return {
    name: nameOfBefore(comparison, formats),
    valueOf: (group) => values.get(group) ?? null,
    overall: numberIn(comparison.overall, measure.name),
    hasGroups: [...values.values()].some((value) => value !== null),
  };
}

/** The name of the period before: a month by its name, anything else by its days. */
export function nameOfBefore({ by, from, to, unit, isPart }: AnswerComparison, formats: Formats): string {
  if (by === 'group' || from === undefined || to === undefined) return 'the period before';
  if (unit !== undefined && isPart !== true && endOf(from, unit) === to) return formats.period(from, unit);
  return from === to ? formats.day(from) : `${formats.day(from)} – ${formats.day(to)}`;
}

/** The last day of a period that begins with a day. */
function endOf(from: string, unit: NonNullable<AnswerComparison['unit']>): string {
  const [months, days] = { day: [0, 1], week: [0, 7], month: [1, 0], quarter: [3, 0], year: [12, 0] }[unit] as [
    number,
    number,
  ];
  const date = new Date(`${from}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  date.setUTCDate(date.getUTCDate() + days - 1);
  return date.toISOString().slice(0, 10);
}

function numberIn(row: Record<string, unknown> | undefined, name: string): number | null {
  const value = row?.[name];
  return typeof value === 'number' ? value : null;
}
