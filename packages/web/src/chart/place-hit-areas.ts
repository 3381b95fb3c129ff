import type { Series } from './figures.ts';

export interface PlaceHitAreasOptions {
  /** Coordinates of a period and of a value. */
  xOf: (index: number) => number;
  yOf: (value: number) => number;
  /** The left edge of the drawing. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface HitArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The hit areas of a chart's points, by line and period: anywhere in the drawing, the pointer selects the nearest period
 * with a value, then the nearest line in it. Areas meet halfway and never overlap, however close the points are.
 */
export function placeHitAreas(series: readonly Series[], options: PlaceHitAreasOptions): (HitArea | undefined)[][] {
  const { xOf, yOf, left, right, top, bottom } = options;
  const hitAreas: (HitArea | undefined)[][] = series.map(() => []);
  const count = series[0]?.values.length ?? 0;
  const pointsOf = (index: number) =>
    series
      .flatMap(({ values }, line) => {
        const value = values[index] ?? null;
        return value === null ? [] : [{ line, at: yOf(value) }];
      })
      .sort((a, b) => a.at - b.at);
  const periods = Array.from({ length: count }, (_, index) => ({ index, at: xOf(index), points: pointsOf(index) }));
  const known = periods.filter(({ points }) => points.length > 0);
  known.forEach(({ index, points }, place) => {
    const [from, to] = between(known, place, [left, right]);
    points.forEach(({ line }, row) => {
      const [above, below] = between(points, row, [top, bottom]);
      // During page layout the drawing may be narrower than the labels beside it.
      hitAreas[line]![index] = { x: from, y: above, width: Math.max(0, to - from), height: below - above };
    });
  });
  return hitAreas;
}

/** The midpoints to both neighbours; the first and the last area extend to the ends. */
function between(all: readonly { at: number }[], place: number, [start, end]: [number, number]): [number, number] {
  const middleTo = (other: { at: number } | undefined) => other && (all[place]!.at + other.at) / 2;
  return [middleTo(all[place - 1]) ?? start, middleTo(all[place + 1]) ?? end];
}
