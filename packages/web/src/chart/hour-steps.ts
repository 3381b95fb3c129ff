const dayMs = 86_400_000;

/** Steps that divide a day, so that the same times of day are named on each. */
const stepsOfHours = [2, 3, 6, 12] as const;
const stepsOfDays = [1, 2, 4, 7, 14, 28, 56] as const;

/**
 * Which of these hours, by their keys in order, an axis may name: from every hour on to the first one of every eighth
 * week. The very first is always among them.
 *
 * All goes by the clock that the keys have, so days of 23 and 25 hours need no care: an hour that the clock leaves out is
 * not named, and of one that it shows twice the first is.
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

/** The number of the day that the clock shows. */
const dayOf = (key: string) => Date.parse(key.slice(0, 10)) / dayMs;
