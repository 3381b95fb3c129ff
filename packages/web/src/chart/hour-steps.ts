const dayMs = 86_400_000;

/** Steps that divide a day, so that each day has the same labels. */
const stepsOfHours = [2, 3, 6, 12] as const;
const stepsOfDays = [1, 2, 4, 7, 14, 28, 56] as const;

/**
 * Yields the possible sets of hours to label on an axis, from every hour to the first one of every eighth week. Each
 * set includes the first hour.
 *
 * All calculations use the wall-clock time in the keys, so days of 23 and 25 hours need no special care: a skipped hour
 * gets no label, and a repeated hour gets one for its first occurrence.
 */
export function* hourSteps(keys: readonly string[]): Generator<number[]> {
  const pick = (isNamed: (key: string, before: string) => boolean) =>
    keys.flatMap((key, index) => (index === 0 || isNamed(key, keys[index - 1]!) ? [index] : []));
  yield keys.map((_, index) => index);
  for (const step of stepsOfHours)
    yield pick((key, before) => hourOf(key) % step === 0 && key.slice(0, 13) !== before.slice(0, 13));
  for (const step of stepsOfDays)
    yield pick((key, before) => dayOf(key) !== dayOf(before) && (dayOf(key) - dayOf(keys[0]!)) % step === 0);
}

const hourOf = (key: string) => Number(key.slice(11, 13));

/** The day number of the wall-clock date. */
const dayOf = (key: string) => Date.parse(key.slice(0, 10)) / dayMs;
