import type { Figures } from './figures.ts';
import type { Formats } from './formats.ts';
import { paintsOf, type Paint } from './palette.ts';
import type { ChartShape } from './shape-chart.ts';
import { sumOfParts } from './stack.ts';

/** What the tooltip of a group in a split chart says: every series with a value, and their total if they add up. */
export interface HintRows {
  title: string;
  rows: { label: string; value: string; paint: Paint; series: number }[];
  total: string | undefined;
}

/** Undefined if the chart has no series: the mark's own text is the tooltip. */
export function hintRows(
  shape: ChartShape,
  group: number | undefined,
  { figures, formats }: { figures: Figures; formats: Formats },
): HintRows | undefined {
  if (group === undefined || figures.seriesColumn === undefined || !('series' in shape)) return undefined;
  const { groups, series } = shape;
  const paints = paintsOf(series);
  const rows = series.flatMap(({ label, values }, at) => {
    const value = values[group] ?? null;
    return value === null ? [] : [{ label, value: formats.number(value), paint: paints[at]!, series: at }];
  });
  const total = figures.hasTotals && rows.length > 1 ? sumOfParts(series, group) : null;
  return { title: groups[group]!.label, rows, total: total === null ? undefined : formats.number(total) };
}
