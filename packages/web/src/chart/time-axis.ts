import { isGroupKey, type Figures, type Group } from './figures.ts';
import type { Formats } from './formats.ts';
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
  { groupColumn }: Figures,
  { formats, widthPx, measure = measureText }: PeriodTicksOptions,
): string[] {
  const unit = groupColumn?.unit;
  const texts = groups.map(({ key, label }, index) =>
    isGroupKey(key) && key !== null && typeof key !== 'boolean' && unit !== undefined
      ? formats.periodTick(key, unit, index === 0)
      : label,
  );
  const widest = Math.max(...texts.map(measure)) + 12;
  const each = Math.max(1, Math.ceil((widest * groups.length) / Math.max(1, widthPx)));
  return texts.map((text, index) => {
    const { key } = groups[index]!;
    if (index % each !== 0) return '';
    // After a leap over the turn of a year, the first label says the year.
    const before = groups[index - each]?.key;
    const isNewYear = typeof key === 'string' && typeof before === 'string' && key.slice(0, 4) !== before.slice(0, 4);
    return isNewYear && unit !== undefined ? formats.periodTick(key, unit, true) : text;
  });
}
