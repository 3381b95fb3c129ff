import type { Figures, Group } from './figures.ts';
import type { Formats } from './formats.ts';
import { isPeriodKey } from './group-keys.ts';
import { hourSteps } from './hour-steps.ts';
import { measureText } from './measure-text.ts';

/** A label below the chart. */
export interface Tick {
  /** The index of its group. */
  index: number;
  text: string;
  /** The centre of the label. */
  x: number;
}

export interface TimeTicksOptions {
  formats: Formats;
  /** The centre of a group. */
  middleOf: (index: number) => number;
  /** The right edge; no label goes beyond it. */
  endPx: number;
  /** Measures the width of a text. */
  measure?: (text: string) => number;
}

/** Minimum gap between evenly spaced labels, and the smaller one allowed at the ends of the axis. */
const [gapPx, minGapPx] = [12, 6];

/**
 * Labels of periods: as many as fit, evenly spaced, always including the first. Each label only includes its day or
 * year if that differs from the previous label. Hours use clock steps such as 00, 06, 12 and 18 if the axis has such
 * hours.
 */
export function timeTicks(groups: readonly Group[], figures: Figures, options: TimeTicksOptions): Tick[] {
  const axis = { measure: measureText, ...options, textOf: tickText(groups, figures, options.formats) };
  const even = placeTicks(evenSteps(groups.length, axis), axis);
  const keys = groups.map(({ key }) => String(key));
  if (figures.groupColumn?.unit !== 'hour') return even;
  for (const picked of hourSteps(keys)) {
    const ticks = placeTicks(picked, axis, { areAll: true });
    // Hours with gaps between them may have few on a step.
    if (ticks.length > 0 && (ticks.length - 1) * 3 >= even.length - 1) return ticks;
  }
  return even;
}

/** The label of a group when it follows the label of the group `before`. */
export function tickText(groups: readonly Group[], { groupColumn, timezone }: Figures, formats: Formats) {
  const unit = groupColumn?.unit;
  return (index: number, before?: number): string => {
    const { key, label } = groups[index]!;
    if (!isPeriodKey(key) || unit === undefined) return label;
    const shown = before === undefined ? null : groups[before]!.key;
    return formats.periodTick(key, unit, { before: isPeriodKey(shown) ? shown : undefined, timezone });
  };
}

type Axis = Required<TimeTicksOptions> & { textOf: ReturnType<typeof tickText> };

function evenSteps(count: number, { textOf, middleOf, measure }: Axis): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count < 2) return all;
  const widest = Math.max(...all.map((index) => measure(textOf(index, index === 0 ? undefined : index - 1))));
  const each = Math.ceil((widest + gapPx) / (middleOf(1) - middleOf(0)));
  return all.filter((index) => index % each === 0);
}

/**
 * Centres labels below their groups, shifted at the ends to stay inside the drawing. A label that would overlap the
 * previous one is left out. With `areAll`, only two may be left out: the last one, and the second if the first step is
 * shorter than the next; if any other label does not fit, returns none.
 */
function placeTicks(
  picked: readonly number[],
  { textOf, middleOf, measure, endPx }: Axis,
  { areAll = false } = {},
): Tick[] {
  const ticks: Tick[] = [];
  const [first = 0, second = 0, third = 0] = picked;
  const isShort = second - first < third - second;
  let free = -Infinity;
  for (const index of picked) {
    const text = textOf(index, ticks.at(-1)?.index);
    const half = measure(text) / 2;
    const x = Math.max(half, Math.min(middleOf(index), endPx - half));
    if (x - half >= free + (areAll && ticks.length > 1 ? gapPx : minGapPx)) {
      ticks.push({ index, text, x });
      free = x + half;
    } else if (areAll && !(index === second && isShort) && index !== picked.at(-1)) return [];
  }
  return ticks;
}
