import type { Series } from './figures.ts';

/** From where to where one part of a bar goes. */
export interface Part {
  series: number;
  from: number;
  to: number;
}

/** The parts of one bar, on each other: above zero upwards, below zero downwards. Parts of no length are left out. */
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

/** The least and the greatest value that bars reach, zero included. */
export function extentOf(series: readonly Series[], arrangement: 'stacked' | 'beside'): [number, number] {
  const groups = [...(series[0]?.values.keys() ?? [])];
  const ends =
    arrangement === 'stacked'
      ? groups.flatMap((group) => stackParts(series, group).map(({ to }) => to))
      : series.flatMap(({ values }) => values.filter((value) => value !== null));
  // A loop, because there may be more values than a call takes arguments.
  return ends.reduce<[number, number]>(([low, high], end) => [Math.min(low, end), Math.max(high, end)], [0, 0]);
}

/** The parts of one group together; null where none of them has a value. */
export function sumOfParts(series: readonly Series[], group: number): number | null {
  const values = series.flatMap(({ values: all }) => all[group] ?? []);
  return values.length === 0 ? null : sumOf(values);
}

/**
 * What values come to, with the 12 significant digits that sums have in an answer: further ones were rounded away there.
 * Where values of both signs cancel out, their first digits are gone, and what rounding left over is nothing.
 */
export function sumOf(values: readonly number[]): number {
  const sum = values.reduce((all, value) => all + value, 0);
  const size = values.reduce((all, value) => all + Math.abs(value), 0);
  const lost = sum === 0 ? Infinity : Math.floor(Math.log10(size)) - Math.floor(Math.log10(Math.abs(sum)));
  const digits = Math.min(12, 13 - lost);
  return digits < 1 ? 0 : Number(sum.toPrecision(digits));
}
