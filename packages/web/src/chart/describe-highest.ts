import type { Figures, Group, Series } from './figures.ts';
import type { Formats } from './formats.ts';
import { isGroupKey, isPeriodKey, type Key } from './group-keys.ts';
import type { ChartShape } from './shape-chart.ts';

/** Charts that show each series separately: lines, grouped bars, and stacked bars whose parts share records. */
export type SeparateSeries = Extract<ChartShape, { kind: 'line' | 'bars' }>;

/** The chart, if a split answer is drawn without totals across its series; otherwise undefined. */
export function separateSeries(shape: ChartShape, { seriesColumn }: Figures): SeparateSeries | undefined {
  if (seriesColumn === undefined) return undefined;
  return shape.kind === 'line' || (shape.kind === 'bars' && !shape.hasTotals) ? shape : undefined;
}

/**
 * The groups that can rank highest: single groups if there are any, so never "all others". Over time, only periods, so
 * not records without a date either.
 */
export function rankedOf(groups: readonly Pick<Group, 'key'>[], isOverTime: boolean): (key: Key) => boolean {
  const isOne = isOverTime ? isPeriodKey : isGroupKey;
  const hasOne = groups.some(({ key }) => isOne(key));
  return (key) => !hasOne || isOne(key);
}

/** One sentence with the highest point or bar and its series. */
export function describeHighest(shape: SeparateSeries, figures: Figures, formats: Formats): string {
  const { groups, series, leftOut } = shape;
  const { number } = formats.as(figures.measure.format);
  const { isOverTime, isCut, canMissLargest, leavesGroupsOut, seriesColumn } = figures;
  const isRanked = rankedOf(groups, isOverTime);
  const isRankedPart = rankedOf(series, false);
  const name = (group: string, one: string) => (isOverTime ? `${one} in ${group}` : `${group}, ${one}`);
  const points = groups.flatMap(({ key, label: group }, index) =>
    (!isRanked(key) ? [] : series).flatMap(({ key: part, label, values }) => {
      const value = values[index] ?? null;
      return value === null || !isRankedPart(part) ? [] : [{ label: name(group, label), value }];
    }),
  );
  if (points.length === 0) return 'No values.';
  const split = `, split by ${seriesColumn!.label.toLowerCase()}.`;
  const highest = points.reduce((best, one) => (one.value > best.value ? one : best));
  if (points.length === 1) return `${highest.label}: ${number(highest.value)}${split}`;
  const others = points.filter(({ value }) => value === highest.value).length - 1;
  const isPartly = isCut || canMissLargest || leftOut !== undefined;
  // Combined groups are not ranked; one of their members may be higher.
  const hasOthers = ![...groups, ...series].every(({ key }) => isGroupKey(key));
  const what = isPartly ? 'the values shown' : hasOthers ? 'the named groups' : undefined;
  const gaps = isOverTime && !leavesGroupsOut ? missing(groups.length, series) : '';
  if (others === points.length - 1)
    return `${number(highest.value)} everywhere${what === undefined ? '' : ` in ${what}`}${gaps}${split}`;
  const start = what === undefined ? 'Highest' : `Of ${what}, highest`;
  const more = others === 0 ? '' : ` and ${formats.number(others)} more`;
  return `${start}: ${highest.label}${more} (${number(highest.value)})${gaps}${split}`;
}

/** Says how many periods have no value in any series. */
function missing(count: number, series: readonly Series[]): string {
  const isGap = (index: number) => series.every(({ values }) => (values[index] ?? null) === null);
  const gaps = Array.from({ length: count }, (_, index) => index).filter(isGap).length;
  return gaps === 0 ? '' : `; no value in ${gaps} ${gaps === 1 ? 'period' : 'periods'}`;
}
