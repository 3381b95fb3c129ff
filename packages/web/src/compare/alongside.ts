import type { Answer, RecordType } from '@tallyhook/schemas';
import type { Alongside } from '../chart/Chart.tsx';
import { readFigures, type Figures } from '../chart/figures.ts';
import type { Formats } from '../chart/formats.ts';
import type { Key } from '../chart/group-keys.ts';
import { shapeChart, type ChartKind } from '../chart/shape-chart.ts';
import { extentOf } from '../chart/stack.ts';
import type { Both } from './align-answers.ts';

/** What the charts of two aligned answers have in common, so that they have the same scale and colours. */
export function alongsideOf(
  answers: Both<Answer>,
  { charts, types, formats }: { charts: Both<ChartKind>; types: Both<readonly RecordType[]>; formats: Formats },
): Alongside {
  const sides = (['here', 'there'] as const).map((side) => ({
    chart: charts[side],
    figures: readFigures(answers[side], types[side], formats),
  }));
  const figures = sides.map((side) => side.figures);
  const sizes = {
    groups: sizesOf(figures, ({ groups, series }) =>
      groups.map(({ key }, at) => [key, series.map((one) => one.values[at])]),
    ),
    series: sizesOf(figures, ({ series }) => series.map(({ key, values }) => [key, values])),
  };
  return { sizes, reach: sides.flatMap((side) => reachOf(side.chart, { ...side.figures, sizes })) };
}

type Values = readonly (number | null | undefined)[];

function sizesOf(all: readonly Figures[], read: (figures: Figures) => (readonly [Key, Values])[]): Map<Key, number> {
  const sizes = new Map<Key, number>();
  for (const [key, values] of all.flatMap(read)) {
    const size = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
    sizes.set(key, (sizes.get(key) ?? 0) + size);
  }
  return sizes;
}

/** How far the axis of a chart reaches. */
function reachOf(chart: ChartKind, figures: Figures): readonly number[] {
  const shape = shapeChart(chart, figures);
  if (shape.kind === 'bars') return extentOf(shape.series, shape.arrangement);
  return shape.kind === 'line' ? extentOf(shape.series, 'grouped') : [];
}
