import { describeHighest, separateSeries, rankedOf } from './describe-highest.ts';
import type { Figures } from './figures.ts';
import type { Formats } from './formats.ts';
import { otherKey } from './group-keys.ts';
import type { ChartShape } from './shape-chart.ts';
import { sumOfParts } from './stack.ts';

/** One sentence with the key facts, shown below the chart and used as its accessible description. */
export function describeChart(shape: ChartShape, figures: Figures, formats: Formats): string {
  const { series, seriesColumn, measure, addsUp, overall } = figures;
  if (shape.kind === 'number') return measure.label;
  if (shape.kind === 'words') return shape.words;
  const apart = separateSeries(shape, figures);
  if (apart !== undefined) return describeHighest(apart, figures, formats);
  // A line chart does not draw records without a date: they belong to no period.
  const groups = shape.kind === 'line' ? shape.groups : figures.groups;
  const totals = addsUp ? groups.map((_, index) => sumOfParts(series, index)) : (series[0]?.values ?? []);
  const isRanked = rankedOf(groups, figures.isOverTime && shape.kind !== 'pie');
  const all = groups
    .map(({ key, label }, index) => ({ key, label, value: totals[index] ?? null }))
    .filter(({ key }) => isRanked(key));
  const ranked = all.filter((one): one is typeof one & { value: number } => one.value !== null);
  const most = ranked.reduce((best, one) => (one.value > best.value ? one : best), ranked[0]!);
  if (ranked.length === 0) return 'No values.';
  const { number } = formats.as(measure.format);
  const split = seriesColumn === undefined ? '' : `, split by ${seriesColumn.label.toLowerCase()}`;
  if (ranked.length === 1) return `${most.label}: ${number(most.value)}${split}.`;
  const least = ranked.reduce((best, one) => (one.value < best.value ? one : best), ranked[0]!);
  const isPartly = figures.canMissLargest || (figures.isOverTime && figures.leavesGroupsOut);
  const shown = isPartly ? ' shown' : '';
  const tied = (value: number) => ranked.filter((one) => one.value === value).length - 1;
  if (!figures.isOverTime) {
    // If some parts are negative, one part may exceed the whole.
    const isWhole = addsUp && series.every(({ values }) => values.every((value) => value === null || value >= 0));
    const of = isWhole && typeof overall === 'number' ? ` of ${number(overall)}` : '';
    const value = `${number(most.value)}${of}`;
    const others = tied(most.value);
    // "All others" includes records without a value; together these may exceed any named group.
    const hasOthers = figures.groups.some(({ key }) => key === otherKey);
    if (others === groups.length - 1) return `Every group${shown} has ${value}${split}.`;
    const isDrawn = shape.kind !== 'bars' || shape.groups.some(({ key }) => key === most.key);
    const place = others > 0 || isDrawn ? '' : ' (not drawn)';
    const [who, each] = others === 0 ? [most.label, ''] : [`${most.label} and ${formats.number(others)} more`, ' each'];
    if (figures.canMissLargest)
      return `The largest of the groups shown ${others === 0 ? 'is' : 'are'} ${who}, ${value}${each}${split}.`;
    const start = hasOthers ? 'Of the named groups, ' : '';
    return `${start}${who}${place} ${others === 0 ? 'has' : 'have'} the most, ${value}${each}${split}.`;
  }
  // Periods that the question excludes may or may not have a value.
  const gaps = figures.leavesGroupsOut ? 0 : all.length - ranked.length;
  const missing = gaps === 0 ? '' : `; no value in ${gaps} ${gaps === 1 ? 'period' : 'periods'}`;
  const every = missing === '' ? 'every period' : 'every period with a value';
  if (most.value === least.value) return `${number(most.value)} in ${every}${shown}${missing}${split}.`;
  const where = ({ label, value }: { label: string; value: number }) => {
    const others = tied(value);
    return `${label}${others === 0 ? '' : ` and ${formats.number(others)} more`} (${number(value)})`;
  };
  return `${isPartly ? 'Of the periods shown, highest' : 'Highest'}: ${where(most)}, lowest: ${where(least)}${missing}${split}.`;
}
