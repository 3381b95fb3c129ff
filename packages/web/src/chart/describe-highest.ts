import type { Figures, Group, Series } from './figures.ts';
import type { Formats } from './formats.ts';
import { isGroupKey, isPeriodKey, type Key } from './group-keys.ts';
import type { ChartShape } from './shape-chart.ts';

/** What shows each series by itself: lines, bars beside each other, and parts of bars that share records. */
export type Apart = Extract<ChartShape, { kind: 'line' | 'bars' }>;

/** A chart of a split answer whose series each stand for themselves: no sum of theirs is anywhere to be seen. */
export function drawnApart(shape: ChartShape, { seriesColumn }: Figures): Apart | undefined {
  if (seriesColumn === undefined) return undefined;
  return shape.kind === 'line' || (shape.kind === 'bars' && !shape.hasTotals) ? shape : undefined;
}

/**
 * Which groups can be the highest: those that are one, where there are any, so all others together are not. Over time
 * that is the periods, and not records without a date either.
 */
export function rankedOf(groups: readonly Pick<Group, 'key'>[], isOverTime: boolean): (key: Key) => boolean {
  const isOne = isOverTime ? isPeriodKey : isGroupKey;
  const hasOne = groups.some(({ key }) => isOne(key));
  return (key) => !hasOne || isOne(key);
}

/** One sentence with the highest point or bar of all, and whose it is. */
export function describeHighest(shape: Apart, figures: Figures, { number }: Formats): string {
  const { groups, series, leftOut } = shape;
  const { isOverTime, mayMissLargest, leavesGroupsOut, seriesColumn } = figures;
  const isRanked = rankedOf(groups, isOverTime);
  const isRankedPart = rankedOf(series, false);
  const name = (group: string, one: string) => (isOverTime ? `${one} in ${group}` : `${group}, ${one}`);
  const points = groups.flatMap(({ key, label: group }, index) =>
    (!isRanked(key) ? [] : series).flatMap(({ key: part, label, values }) => {
      const value = values[index] ?? null;
      return value === null || !isRankedPart(part) ? [] : [{ label: name(group, label), value }];
    }),
  );
  if (points.length === 0) return 'There are no values.';
  const split = `, split by ${seriesColumn!.label.toLowerCase()}.`;
  const highest = points.reduce((best, one) => (one.value > best.value ? one : best));
  if (points.length === 1) return `${highest.label}: ${number(highest.value)}${split}`;
  const others = points.filter(({ value }) => value === highest.value).length - 1;
  const isPartly = mayMissLargest || leftOut !== undefined;
  // What is several groups together is not ranked, and one of them may be higher.
  const hasOthers = ![...groups, ...series].every(({ key }) => isGroupKey(key));
  const what = isPartly ? 'what is drawn' : hasOthers ? 'what is named' : undefined;
  const gaps = isOverTime && !leavesGroupsOut ? missing(groups.length, series) : '';
  if (others === points.length - 1)
    return `${number(highest.value)} everywhere${what === undefined ? '' : ` in ${what}`}${gaps}${split}`;
  const start = what === undefined ? 'Highest' : `Of ${what}, highest`;
  const more = others === 0 ? '' : ` and ${number(others)} more`;
  return `${start}: ${highest.label}${more} (${number(highest.value)})${gaps}${split}`;
}

/** Says how many periods have no value in any series. */
function missing(count: number, series: readonly Series[]): string {
  const isGap = (index: number) => series.every(({ values }) => (values[index] ?? null) === null);
  const gaps = Array.from({ length: count }, (_, index) => index).filter(isGap).length;
  return gaps === 0 ? '' : `; no value in ${gaps} ${gaps === 1 ? 'period' : 'periods'}`;
}
