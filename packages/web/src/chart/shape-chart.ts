import type { Report } from '@tallyhook/schemas';
import { otherKey, restKey, type Figures, type Group, type Key, type Series } from './figures.ts';

export type ChartKind = Report['chart'];

/** What is drawn, or in words why nothing is. */
export type ChartShape =
  | { kind: 'number' }
  | { kind: 'table' }
  | { kind: 'words'; words: string }
  | { kind: 'pie'; slices: Slice[] }
  | { kind: 'line'; groups: Group[]; series: Series[]; leftOut: string | undefined }
  | {
      kind: 'bars';
      /** Things lie, periods stand. */
      direction: 'lying' | 'standing';
      /** Parts that add up stand on each other, others beside each other. */
      arrangement: 'stacked' | 'beside';
      groups: Group[];
      series: Series[];
      /** Says what is in the table alone. */
      leftOut: string | undefined;
    };

export interface Slice {
  key: Key;
  label: string;
  value: number;
  /** Of all slices together, from 0 to 1. */
  share: number;
  /** Whether it is made of several groups. */
  isRest: boolean;
}

const mostSlices = 7;
const mostSeries = 6;
const mostLyingBars = 15;

/** Decides what a chart draws of the figures. */
export function shapeChart(chart: ChartKind, figures: Figures): ChartShape {
  if (chart === 'table') return { kind: 'table' };
  if (chart === 'number' || figures.groupColumn === undefined) return { kind: 'number' };
  if (figures.groups.length === 0) return { kind: 'words', words: 'No records match, so there is nothing to draw.' };
  if (figures.measure.kind !== 'number') {
    return {
      kind: 'words',
      words: `${figures.measure.label} is a date: dates have no length to draw. The table has them.`,
    };
  }
  if (chart === 'pie') return shapePie(figures);
  return chart === 'line' && figures.isOverTime ? shapeLine(figures) : shapeBars(figures);
}

function shapePie({ groups, series, addsUp, seriesColumn }: Figures): ChartShape {
  const words = (text: string) => ({ kind: 'words', words: `${text} The table has the figures.` }) as const;
  if (seriesColumn !== undefined) return words('A pie takes one grouping, and this report has two.');
  if (!addsUp) return words('A pie shows parts of a whole, and these values do not add up to one.');
  const values = groups.map(({ key, label }, index) => ({ key, label, value: series[0]!.values[index] ?? 0 }));
  if (values.some(({ value }) => value < 0)) return words('A pie cannot show values below zero.');
  const total = values.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return words('Every group is 0, so there is no pie to cut.');
  const sorted = values.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const slices = foldRest(sorted).map((slice) => ({ ...slice, share: slice.value / total }));
  return { kind: 'pie', slices };
}

/** The smallest slices as one, where there are at least two of them. */
function foldRest(sorted: { key: Key; label: string; value: number }[]): Omit<Slice, 'share'>[] {
  const whole = sorted.map((slice) => ({ ...slice, isRest: slice.key === otherKey }));
  if (sorted.length <= mostSlices) return whole;
  const rest = sorted.slice(mostSlices - 1);
  const value = rest.reduce((sum, slice) => sum + slice.value, 0);
  return [...whole.slice(0, mostSlices - 1), { key: restKey, label: `Other (${rest.length})`, value, isRest: true }];
}

function shapeLine(figures: Figures): ChartShape {
  const { groups, groupColumn } = figures;
  const dated = groups.filter(({ key }) => key !== null);
  if (dated.length === 0)
    return { kind: 'words', words: 'No record has a date here, so there is no time line to draw.' };
  const { series, leftOut } = limitSeries(figures);
  const undated = dated.length < groups.length ? `Records without a value in ${groupColumn!.label}` : undefined;
  return {
    kind: 'line',
    groups: dated,
    series: series.map((one) => ({ ...one, values: one.values.slice(0, dated.length) })),
    leftOut: sayLeftOut([undated, leftOut]),
  };
}

function shapeBars(figures: Figures): ChartShape {
  const { isOverTime, addsUp, groups } = figures;
  const { series, leftOut } = limitSeries(figures);
  const shown = isOverTime ? groups.length : Math.min(groups.length, mostLyingBars);
  const hidden = groups.length - shown;
  return {
    kind: 'bars',
    direction: isOverTime ? 'standing' : 'lying',
    arrangement: addsUp ? 'stacked' : 'beside',
    groups: groups.slice(0, shown),
    series: series.map((one) => ({ ...one, values: one.values.slice(0, shown) })),
    leftOut: sayLeftOut([hidden === 0 ? undefined : `${hidden} more ${hidden === 1 ? 'group' : 'groups'}`, leftOut]),
  };
}

/** As many series as there are colours; what adds up is kept as one more. */
function limitSeries({ series, addsUp }: Figures): { series: Series[]; leftOut?: string } {
  if (series.length <= mostSeries + 1) return { series };
  const bySize = series.toSorted((a, b) => sumOf(b) - sumOf(a));
  const kept = new Set(bySize.slice(0, mostSeries));
  const shown = series.filter((one) => kept.has(one));
  const rest = series.filter((one) => !kept.has(one));
  if (!addsUp) return { series: shown, leftOut: `${rest.length} more lines of smaller values` };
  const values = rest[0]!.values.map((_, index) => rest.reduce((sum, one) => sum + (one.values[index] ?? 0), 0));
  return { series: [...shown, { key: restKey, label: `Other (${rest.length})`, values }] };
}

function sumOf({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function sayLeftOut(parts: (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : `${said.join(' and ')}: see the table.`;
}
