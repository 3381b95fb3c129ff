import type { Series } from './figures.ts';

/** A point is reached from so far to its left and right, where no other one is nearer. */
const mostPx = 12;

export interface PlaceReachesOptions {
  /** Where a period is, and a value. */
  xOf: (index: number) => number;
  yOf: (value: number) => number;
  /** Where the drawing ends. */
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Reach {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * From where the pointer reaches each point of lines, by line and period: of the periods with a value the nearest one, and
 * of its points the one of the nearest line. No two reaches overlap, however close the points are.
 */
export function placeReaches(series: readonly Series[], options: PlaceReachesOptions): (Reach | undefined)[][] {
  const { xOf, yOf, left, right, top, bottom } = options;
  const reaches: (Reach | undefined)[][] = series.map(() => []);
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
  known.forEach(({ index, at, points }, place) => {
    const columns = between(known, place, [Math.max(left, at - mostPx), Math.min(right, at + mostPx)]);
    const [from, to] = [Math.max(columns[0], at - mostPx), Math.min(columns[1], at + mostPx)];
    points.forEach(({ line }, row) => {
      const [above, below] = between(points, row, [top, bottom]);
      // While a page is laid out there may be less room than the labels beside the drawing take.
      reaches[line]![index] = { x: from, y: above, width: Math.max(0, to - from), height: below - above };
    });
  });
  return reaches;
}

/** Half the way to those before and after; the first and the last reach to the ends. */
function between(all: readonly { at: number }[], place: number, [start, end]: [number, number]): [number, number] {
  const middleTo = (other: { at: number } | undefined) => other && (all[place]!.at + other.at) / 2;
  return [middleTo(all[place - 1]) ?? start, middleTo(all[place + 1]) ?? end];
}
