import { cutLabel } from './cut-label.ts';
import type { Group } from './figures.ts';
import { isPeriodKey } from './group-keys.ts';
import { evenBands } from './scales.ts';

/** Space before the groups set apart, and around their labels. */
const [gapPx, marginPx] = [18, 12];
/** Maximum share of the width for all labels of groups set apart. */
const apartShare = 0.4;

export interface PlaceBarsOptions {
  left: number;
  right: number;
  /** Measures the width of a text. */
  measure: (text: string) => number;
}

export interface PlacedBars {
  /** One per group. */
  bars: { left: number; width: number }[];
  /** The labels of the groups set apart, which come last; as many as fit. */
  apart: string[];
  /** The horizontal extent of the periods, and of the groups set apart. */
  spans: [[number, number], ...[number, number][]];
}

/**
 * Positions vertical bars. "No date" and "all other periods" are set apart, so that they do not look like the newest
 * period.
 */
export function placeBars(groups: readonly Group[], { left, right, measure }: PlaceBarsOptions): PlacedBars {
  const others = groups.filter(({ key }) => !isPeriodKey(key));
  const count = groups.length - others.length;
  const maxPx = (apartShare * (right - left)) / Math.max(1, others.length) - marginPx;
  const apart = others.map(({ label }) => cutLabel(label, maxPx, measure));
  const slots = apart.map((label) => measure(label) + marginPx);
  const apartPx = slots.reduce((sum, slot) => sum + slot, 0);
  const end = others.length === 0 || count === 0 ? right : right - apartPx - gapPx;
  const time = evenBands(count, { range: [left, end], padding: 0.22 });
  const bars = groups.slice(0, count).map((_, index) => ({ left: time.startOf(index), width: time.width }));
  if (others.length === 0) return { bars, apart, spans: [[left, end]] };

  const start = count === 0 ? left : end + gapPx;
  let from = start;
  for (const slot of slots) {
    const width = count === 0 ? slot - marginPx : Math.min(slot - marginPx, Math.max(time.width, 8));
    bars.push({ left: from + (slot - width) / 2, width });
    from += slot;
  }
  return {
    bars,
    apart,
    spans:
      count === 0
        ? [[left, right]]
        : [
            [left, end],
            [start, right],
          ],
  };
}
