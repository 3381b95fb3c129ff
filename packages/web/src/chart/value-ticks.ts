import type { AnswerColumn } from '@tallyhook/schemas';

/** What is left between two labels. */
const gapPx = 10;

/** The values that an axis names: whole ones where records or different values are counted, as there are no half ones. */
export function valueTicks(scale: { ticks(count: number): number[] }, count: number, { fn }: AnswerColumn): number[] {
  const ticks = scale.ticks(count);
  return fn === 'count' || fn === 'distinct' ? ticks.filter(Number.isInteger) : ticks;
}

/** As many of them, up to `most`, as have room for their labels beside each other. */
export function fittingTicks(
  scale: { ticks(count: number): number[]; (value: number): number },
  { most, measure, widthOf }: { most: number; measure: AnswerColumn; widthOf: (tick: number) => number },
): number[] {
  const fits = (tick: number, before: number | undefined) =>
    before === undefined || Math.abs(scale(tick) - scale(before)) >= (widthOf(tick) + widthOf(before)) / 2 + gapPx;
  for (let count = most; count > 1; count -= 1) {
    const ticks = valueTicks(scale, count, measure);
    if (ticks.every((tick, index) => fits(tick, ticks[index - 1]))) return ticks;
  }
  return valueTicks(scale, 1, measure).filter((tick, index, all) => index === 0 || fits(tick, all[0]));
}
