/** Histogram of durations: the key is four times the binary logarithm of the milliseconds. */
export type Times = Record<string, number>;

const stepsPerDoubling = 4;

/** The `$inc` of uses with these durations: their number, their total and their histogram. */
export function timesToAdd(uses: readonly { tookMs: number }[]): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { tookMs } of uses) {
    const key = `times.${Math.round(stepsPerDoubling * Math.log2(Math.max(1, tookMs)))}`;
    times[key] = (times[key] ?? 0) + 1;
  }
  const totalMs = uses.reduce((sum, { tookMs }) => sum + Math.max(1, Math.round(tookMs)), 0);
  return { uses: uses.length, totalMs, ...times };
}

/**
 * At least half of the uses took the median or longer, so cap it at the average share that the total allows for these.
 */
export function medianOf(times: Times, totalMs: number): number {
  const steps = Object.entries(times).map(([step, count]): [number, number] => [Number(step), count]);
  steps.sort(([a], [b]) => a - b);
  const uses = steps.reduce((sum, [, count]) => sum + count, 0);
  if (uses === 1) return totalMs;
  let left = uses / 2;
  const middle = steps.find(([, count]) => (left -= count) <= 0);
  const estimate = 2 ** ((middle?.[0] ?? 0) / stepsPerDoubling);
  return Math.round(Math.min(estimate, totalMs / (Math.floor(uses / 2) + 1)));
}
