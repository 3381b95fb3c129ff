import type { Figures, Series } from './figures.ts';
import type { Formats } from './formats.ts';
import type { ChartShape } from './shape-chart.ts';

/** One sentence with what stands out, for everybody: it is below the chart, and is the chart's description. */
export function describeChart(shape: ChartShape, figures: Figures, formats: Formats): string {
  const { groups, series, seriesColumn, measure, addsUp, overall } = figures;
  if (shape.kind === 'number') return measure.label;
  if (shape.kind === 'words') return shape.words;
  const totals = addsUp ? groups.map((_, index) => sumAt(series, index)) : bestOf(series, groups.length);
  const ranked = groups
    .map(({ label }, index) => ({ label, value: totals[index] ?? null }))
    .filter((one): one is { label: string; value: number } => one.value !== null);
  const most = ranked.reduce((best, one) => (one.value > best.value ? one : best), ranked[0]!);
  if (ranked.length === 0) return 'There are no values.';
  const number = formats.number;
  const split = seriesColumn === undefined ? '' : `, split by ${seriesColumn.label.toLowerCase()}`;
  if (ranked.length === 1) return `${most.label}: ${number(most.value)}${split}.`;
  if (!figures.isOverTime) {
    const of = addsUp && typeof overall === 'number' ? ` of ${number(overall)}` : '';
    return `${most.label} has the most, ${number(most.value)}${of}${split}.`;
  }
  const least = ranked.reduce((best, one) => (one.value < best.value ? one : best), ranked[0]!);
  if (most.value === least.value) return `${number(most.value)} in every period${split}.`;
  const gaps = groups.length - ranked.length;
  const missing = gaps === 0 ? '' : `; no value in ${gaps} ${gaps === 1 ? 'period' : 'periods'}`;
  const where = ({ label, value }: { label: string; value: number }) => {
    const others = ranked.filter((one) => one.value === value).length - 1;
    return `${label}${others === 0 ? '' : ` and ${number(others)} more`} (${number(value)})`;
  };
  return `Highest in ${where(most)}, lowest in ${where(least)}${missing}${split}.`;
}

function sumAt(series: readonly Series[], index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
}

/** Values that do not add up: the greatest one of each group. */
function bestOf(series: readonly Series[], count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const values = series.map(({ values: all }) => all[index]).filter((value) => typeof value === 'number');
    return values.length === 0 ? null : Math.max(...values);
  });
}
