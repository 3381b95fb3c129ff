import type { Series } from './figures.ts';

/** The start and end of one part of a bar. */
export interface Part {
  series: number;
  from: number;
  to: number;
}

/** The stacked parts of one bar: upwards above zero, downwards below. Zero-length parts are left out. */
export function stackParts(series: readonly Series[], group: number): Part[] {
  let above = 0;
  let below = 0;
  return series.flatMap(({ values }, index) => {
    const value = values[group] ?? 0;
    if (value === 0) return [];
    const from = value > 0 ? above : below;
    if (value > 0) above += value;
    else below += value;
    return [{ series: index, from, to: from + value }];
  });
}

/** The minimum and maximum that bars reach, including zero. */
export function extentOf(series: readonly Series[], arrangement: 'stacked' | 'grouped'): [number, number] {
  const groups = [...(series[0]?.values.keys() ?? [])];
  const ends =
    arrangement === 'stacked'
      ? groups.flatMap((group) => stackParts(series, group).map(({ to }) => to))
      : series.flatMap(({ values }) => values.filter((value) => value !== null));
  // A loop, because there may be more values than a call can take arguments.
  return ends.reduce<[number, number]>(([low, high], end) => [Math.min(low, end), Math.max(high, end)], [0, 0]);
}

/** The sum of one group's parts; null if no part has a value. */
export function sumOfParts(series: readonly Series[], group: number): number | null {
  const values = series.flatMap(({ values: all }) => all[group] ?? []);
  return values.length === 0 ? null : sumOf(values);
}

/**
 * Adds values, rounded to the 12 significant digits of sums in an answer. If values of both signs cancel out, leading
 * digits are lost and the remainder is rounding noise: return 0.
 */
export function sumOf(values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value, 0);
  const size = values.reduce((all, value) => all + Math.abs(value), 0);
  const lost = sum === 0 ? Infinity : Math.floor(Math.log10(size)) - Math.floor(Math.log10(Math.abs(sum)));
  const digits = Math.min(12, 13 - lost);
  return digits < 1 ? 0 : Number(sum.toPrecision(digits));
}

/** The extent, with the goal and the values of the period before. */
export function withBeside(
  [low, high]: [number, number],
  values: readonly (number | null | undefined)[],
): [number, number] {
  const known = values.filter((value) => typeof value === 'number');
  return [Math.min(low, ...known), Math.max(high, ...known)];
}
