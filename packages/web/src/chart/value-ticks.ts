import type { AnswerColumn } from '@tallyhook/schemas';

/** The values that an axis names: whole ones where records or different values are counted, as there are no half ones. */
export function valueTicks(scale: { ticks(count: number): number[] }, count: number, { fn }: AnswerColumn): number[] {
  const ticks = scale.ticks(count);
  return fn === 'count' || fn === 'distinct' ? ticks.filter(Number.isInteger) : ticks;
}
