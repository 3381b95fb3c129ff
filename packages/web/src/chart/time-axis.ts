import type { Figures, Group } from './figures.ts';
import type { Formats } from './formats.ts';
import { isPeriodKey } from './group-keys.ts';
import { measureText } from './measure-text.ts';

export interface PeriodTicksOptions {
  formats: Formats;
  widthPx: number;
  /** How wide a text is. */
  measure?: (text: string) => number;
}

/** The label of each group below the chart; empty where there is no room for it. */
export function periodTicks(
  groups: readonly Group[],
  { groupColumn, timezone }: Figures,
  { formats, widthPx, measure = measureText }: PeriodTicksOptions,
): string[] {
  const unit = groupColumn?.unit;
  const texts = groups.map(({ key, label }, index) =>
    isPeriodKey(key) && unit !== undefined ? formats.periodTick(key, unit, { isFirst: index === 0, timezone }) : label,
  );
  const widest = Math.max(...texts.map(measure)) + 12;
  const each = Math.max(1, Math.ceil((widest * groups.length) / Math.max(1, widthPx)));
  return texts.map((text, index) => {
    const { key } = groups[index]!;
    if (index % each !== 0) return '';
    // After a leap over the turn of a year, the first label says the year.
    const before = groups[index - each]?.key;
    const isNewYear = typeof key === 'string' && typeof before === 'string' && key.slice(0, 4) !== before.slice(0, 4);
    return isNewYear && unit !== undefined ? formats.periodTick(key, unit, { isFirst: true, timezone }) : text;
  });
}

/**
 * Where the labels of periods are: below the middle of each, but none leaves the drawing at its ends, and one that would
 * then reach into the one before it is left out.
 */
export function placeTicks(
  texts: readonly string[],
  middleOf: (index: number) => number,
  widthPx: number,
  measure: (text: string) => number = measureText,
): { text: string; x: number }[] {
  let free = -Infinity;
  return texts.map((text, index) => {
    const half = measure(text) / 2;
    const x = Math.max(half, Math.min(middleOf(index), widthPx - half));
    if (text === '' || x - half < free) return { text: '', x };
    free = x + half + 6;
    return { text, x };
  });
}
