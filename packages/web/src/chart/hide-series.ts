import type { Key } from './group-keys.ts';
import type { ChartShape } from './shape-chart.ts';

/** The shape with the values of some series taken out. They keep their places, so that no other changes its colour. */
export function hideSeries(shape: ChartShape, hidden: ReadonlySet<Key>): ChartShape {
  if (hidden.size === 0 || !('series' in shape)) return shape;
  const series = shape.series.map((one) =>
    hidden.has(one.key) ? { ...one, values: one.values.map(() => null) } : one,
  );
  return { ...shape, series };
}

/** The hidden series after one was pressed in the legend. The last one on is not switched off: all come back. */
export function toggleSeries(hidden: ReadonlySet<Key>, key: Key, all: readonly Key[]): ReadonlySet<Key> {
  const next = new Set(hidden);
  if (!next.delete(key)) next.add(key);
  return all.every((one) => next.has(one)) ? new Set() : next;
}
