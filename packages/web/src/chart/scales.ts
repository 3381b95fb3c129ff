import { tickIncrement, ticks } from 'd3-array';

type Range = readonly [number, number];

/** Maps numbers of a domain to pixels, evenly. */
export interface LinearScale {
  (value: number): number;
  /** About so many round numbers of the domain. */
  ticks(count: number): number[];
}

const maxExtensions = 10;

/** A scale from `domain` to `range`; `nice` extends the domain to round numbers, about so many ticks apart. */
export function linearScale({
  domain,
  range,
  nice,
}: {
  domain: Range;
  range: Range;
  nice?: number | undefined;
}): LinearScale {
  const [from, to] = nice === undefined ? domain : roundEnds(domain, nice);
  const [start, end] = range;
  // Everything is in the middle of a domain without extent.
  const shareOf = (value: number) => (from === to ? 0.5 : (value - from) / (to - from));
  const scale = (value: number) => start + shareOf(value) * (end - start);
  return Object.assign(scale, { ticks: (count: number) => ticks(from, to, count) });
}

/** Extends a domain to multiples of its step. The wider domain may have another step, and so on. */
function roundEnds([from, to]: Range, count: number): Range {
  let before: number | undefined;
  for (let times = 0; times < maxExtensions; times++) {
    const step = tickIncrement(from, to, count);
    // Of a step below 1, this is the negative inverse.
    if (step === before || step === 0 || !Number.isFinite(step)) break;
    [from, to] =
      step > 0
        ? [Math.floor(from / step) * step, Math.ceil(to / step) * step]
        : [Math.ceil(from * step) / step, Math.floor(to * step) / step];
    before = step;
  }
  return [from, to];
}

/** Bands of the same width side by side. */
export interface Bands {
  width: number;
  startOf(index: number): number;
}

/** Divides a range into bands; `padding` is the share of a step between two bands, and before the first. */
export function evenBands(count: number, { range, padding }: { range: Range; padding: number }): Bands {
  const [start, end] = range;
  const step = (end - start) / Math.max(1, count + padding);
  const first = start + (end - start - step * (count - padding)) / 2;
  return { width: step * (1 - padding), startOf: (index) => first + step * index };
}

/** Points at the same distance, from one end of a range to the other; a single one in the middle. */
export function evenPoints(count: number, [start, end]: Range): (index: number) => number {
  return count === 1 ? () => (start + end) / 2 : (index) => start + ((end - start) / (count - 1)) * index;
}
