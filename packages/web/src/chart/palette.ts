import type { Series } from './figures.ts';
import { isGroupKey, type Key } from './group-keys.ts';

const colourCount = 8;

/** The colour of a series or slice, as a CSS variable; grey for combined groups and "no value". */
export function colourOf(index: number, key?: Key): string {
  return (key !== undefined && !isGroupKey(key)) || key === null || index >= colourCount
    ? 'var(--series-rest)'
    : `var(--series-${index + 1})`;
}

/** The colours of series. A single series always has the first colour. */
export function coloursOf(series: readonly Series[]): string[] {
  if (series.length === 1) return [colourOf(0)];
  return series.map(({ key }, index) => colourOf(index, key));
}

/** How an area is filled. "No value" is hollow, to tell it apart from combined groups. */
export interface Paint {
  colour: string;
  isHollow: boolean;
}

/** The paints of series drawn as areas. A single series always has the first colour. */
export function paintsOf(series: readonly Series[]): Paint[] {
  return coloursOf(series).map((colour, index) => ({
    colour,
    isHollow: series.length > 1 && series[index]!.key === null,
  }));
}

/** The colour of a label on a painted area. */
export const labelColourOf = ({ colour, isHollow }: Paint): string =>
  isHollow ? 'var(--text)' : colour.replace('--series-', '--on-series-');

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const outlinePx = 1.5;

/** Props for a painted box. The outline of a hollow box stays inside it; boxes too small for an outline are filled. */
export function paintBox(box: Box, { colour, isHollow }: Paint) {
  if (!isHollow || Math.min(box.width, box.height) <= 2 * outlinePx) return { ...box, fill: colour };
  return {
    x: box.x + outlinePx / 2,
    y: box.y + outlinePx / 2,
    width: box.width - outlinePx,
    height: box.height - outlinePx,
    fill: 'var(--series-hollow)',
    stroke: colour,
    strokeWidth: outlinePx,
  };
}

/** Dash pattern of a line, so that lines differ by more than colour. */
export function dashOf(index: number): string | undefined {
  return [undefined, '6 3', '2 3', '10 3 2 3', '4 2 1 2', '12 4', '1 4', '8 2', '3 5'][index];
}
