import { isGroupKey, type Key, type Series } from './figures.ts';

const colourCount = 6;

/** The colour of a series or slice, as a CSS variable; what is several groups together, or none, is grey. */
export function colourOf(index: number, key?: Key): string {
  return (key !== undefined && !isGroupKey(key)) || key === null || index >= colourCount
    ? 'var(--series-rest)'
    : `var(--series-${index + 1})`;
}

/** The colours of series. One alone has the first, whatever it stands for. */
export function coloursOf(series: readonly Series[]): string[] {
  if (series.length === 1) return [colourOf(0)];
  return series.map(({ key }, index) => colourOf(index, key));
}

/** Lines are told apart by their dashes too. */
export function dashOf(index: number): string | undefined {
  return [undefined, '6 3', '2 3', '10 3 2 3', '4 2 1 2', '12 4', '1 4'][index];
}
