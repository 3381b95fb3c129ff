import type { Figures, Series } from './figures.ts';
import type { Formats } from './formats.ts';
import type { ChartShape } from './shape-chart.ts';

/** What shows each series by itself: lines, bars beside each other, and parts of bars that share records. */
export type Apart = Extract<ChartShape, { kind: 'line' | 'bars' }>;

/** A chart of a split answer whose series each stand for themselves: no sum of theirs is anywhere to be seen. */
export function drawnApart(shape: ChartShape, { seriesColumn }: Figures): Apart | undefined {
  if (seriesColumn === undefined) return undefined;
  return shape.kind === 'line' || (shape.kind === 'bars' && !shape.hasTotals) ? shape : undefined;
}

/** One sentence with the highest point or bar of all, and whose it is. */
export function describeHighest(shape: Apart, figures: Figures, { number }: Formats): string {
  const { groups, series, leftOut } = shape;
  const { isOverTime, mayMissLargest, seriesColumn } = figures;
  const name = (group: string, one: string) => (isOverTime ? `${one} in ${group}` : `${group}, ${one}`);
  const points = groups.flatMap(({ label: group }, index) =>
    series.flatMap(({ label, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [{ label: name(group, label), value }];
    }),
  );
  if (points.length === 0) return 'There are no values.';
  const split = `, split by ${seriesColumn!.label.toLowerCase()}.`;
  const highest = points.reduce((best, one) => (one.value > best.value ? one : best));
  if (points.length === 1) return `${highest.label}: ${number(highest.value)}${split}`;
  const others = points.filter(({ value }) => value === highest.value).length - 1;
  if (others === points.length - 1) return `${number(highest.value)} everywhere${split}`;
  const start = mayMissLargest || leftOut !== undefined ? 'Of what is drawn, highest' : 'Highest';
  const more = others === 0 ? '' : ` and ${number(others)} more`;
  return `${start}: ${highest.label}${more} (${number(highest.value)})${missing(groups.length, series, isOverTime)}${split}`;
}

function missing(count: number, series: readonly Series[], isOverTime: boolean): string {
  const isGap = (index: number) => series.every(({ values }) => (values[index] ?? null) === null);
  const gaps = Array.from({ length: count }, (_, index) => index).filter(isGap).length;
  return !isOverTime || gaps === 0 ? '' : `; no value in ${gaps} ${gaps === 1 ? 'period' : 'periods'}`;
}
