import type { AnswerColumn } from '@tallyhook/schemas';
import type { LinearScale } from './scales.ts';

/** Gap between two labels. */
const gapPx = 10;

/** The values an axis labels; only whole numbers for counts. */
export function valueTicks(scale: Pick<LinearScale, 'ticks'>, count: number, { fn }: AnswerColumn): number[] {
  const ticks = scale.ticks(count);
  return fn === 'count' || fn === 'distinct' ? ticks.filter(Number.isInteger) : ticks;
}

/** As many ticks, up to `max`, as have room for their labels. */
export function fittingTicks(
  scale: LinearScale,
  { max, measure, widthOf }: { max: number; measure: AnswerColumn; widthOf: (tick: number) => number },
): number[] {
  const fits = (tick: number, before: number | undefined) =>
    before === undefined || Math.abs(scale(tick) - scale(before)) >= (widthOf(tick) + widthOf(before)) / 2 + gapPx;
  for (let count = max; count > 1; count -= 1) {
    const ticks = valueTicks(scale, count, measure);
    if (ticks.every((tick, index) => fits(tick, ticks[index - 1]))) return ticks;
  }
  return valueTicks(scale, 1, measure).filter((tick, index, all) => index === 0 || fits(tick, all[0]));
}
