import type { Figures, Group } from './figures.ts';
import type { Formats } from './formats.ts';
import { isPeriodKey } from './group-keys.ts';
import { hourSteps } from './hour-steps.ts';
import { measureText } from './measure-text.ts';

/** A label below the chart. */
export interface Tick {
  /** Of which group. */
  index: number;
  text: string;
  /** Where its middle is. */
  x: number;
}

export interface TimeTicksOptions {
  formats: Formats;
  /** Where a group is. */
  middleOf: (index: number) => number;
  /** No label goes beyond this. */
  endPx: number;
  /** How wide a text is. */
  measure?: (text: string) => number;
}

/** Labels that are to stand evenly are so far from each other; at the ends of the axis less will do. */
const [gapPx, leastGapPx] = [12, 6];

/**
 * The labels of periods: as many as there is room for, in even steps, the first always. Each says of its day and year what
 * the label before it does not. Hours go in steps of the clock, such as 00, 06, 12 and 18, where the axis has such hours.
 */
export function timeTicks(groups: readonly Group[], figures: Figures, options: TimeTicksOptions): Tick[] {
  const axis = { measure: measureText, ...options, textOf: tickText(groups, figures, options.formats) };
  const even = placeTicks(evenSteps(groups.length, axis), axis);
  const keys = groups.map(({ key }) => String(key));
  if (figures.groupColumn?.unit !== 'hour') return even;
  for (const picked of hourSteps(keys)) {
    const ticks = placeTicks(picked, axis, { areAll: true });
    // Hours with gaps between them may have few that are on a step.
    if (ticks.length > 0 && (ticks.length - 1) * 3 >= even.length - 1) return ticks;
  }
  return even;
}

/** What the label of a group says after the one of the group `before`. */
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
 * Puts labels below the middle of their groups, but none leaves the drawing at its ends, and one that would reach into the
 * one before it is left out. With `areAll` that befalls two alone, the last one and the second of a first step that is
 * shorter than the next; where another one has no room, there are none.
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
    if (x - half >= free + (areAll && ticks.length > 1 ? gapPx : leastGapPx)) {
      ticks.push({ index, text, x });
      free = x + half;
    } else if (areAll && !(index === second && isShort) && index !== picked.at(-1)) return [];
  }
  return ticks;
}
