import { scaleBand } from '@visx/scale';
import { cutLabel } from './cut-label.ts';
import type { Group } from './figures.ts';
import { isPeriodKey } from './group-keys.ts';

/** What is no period is set off by so much, and its labels have so much around them. */
const [gapPx, besidePx] = [18, 12];
/** All labels of what is no period take at most this part of the width. */
const apartShare = 0.4;

export interface PlaceBarsOptions {
  left: number;
  right: number;
  /** How wide a text is. */
  measure: (text: string) => number;
}

export interface PlacedBars {
  /** One for each group. */
  bars: { left: number; width: number }[];
  /** The labels of the groups that are no period, which are the last ones, as far as there is room for them. */
  apart: string[];
  /** From where to where the periods go, and what stands apart. */
  spans: [[number, number], ...[number, number][]];
}

/** Where the bars of periods stand. Records without a date and all other periods are set off: they are not the newest. */
export function placeBars(groups: readonly Group[], { left, right, measure }: PlaceBarsOptions): PlacedBars {
  const others = groups.filter(({ key }) => !isPeriodKey(key));
  const count = groups.length - others.length;
  const mostPx = (apartShare * (right - left)) / Math.max(1, others.length) - besidePx;
  const apart = others.map(({ label }) => cutLabel(label, mostPx, measure));
  const slots = apart.map((label) => measure(label) + besidePx);
  const apartPx = slots.reduce((sum, slot) => sum + slot, 0);
  const end = others.length === 0 || count === 0 ? right : right - apartPx - gapPx;
  const time = scaleBand({
    domain: groups.map((_, index) => index).slice(0, count),
    range: [left, end],
    padding: 0.22,
  });
  const bars = groups.slice(0, count).map((_, index) => ({ left: time(index)!, width: time.bandwidth() }));
  if (others.length === 0) return { bars, apart, spans: [[left, end]] };

  const start = count === 0 ? left : end + gapPx;
  let from = start;
  for (const slot of slots) {
    const width = count === 0 ? slot - besidePx : Math.min(slot - besidePx, Math.max(time.bandwidth(), 8));
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
