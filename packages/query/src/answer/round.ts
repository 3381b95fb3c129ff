/** The most significant digits of a sum or an average. */
export const mostDigits = 12;

/**
 * A sum or an average as answers have it: 12 significant digits. The last digits of a sum of doubles depend on the order
 * of adding, which differs between plans; these do not, but where one of them is on the edge of two.
 *
 * `magnitude` is the same sum, or average, of the values without their signs. Where values of both signs cancel out, so
 * much of it is gone, and only the digits that are left of its first 13 are right: payments of 1,000,000.10 in all whose
 * refunds come to as much leave 0, and no 7e-11. What is no finite number is null.
 */
export function roundMeasure(value: number, magnitude = 0): number | null {
  if (!Number.isFinite(value)) return null;
  if (value === 0) return 0;
  const lost = exponentOf(Math.max(Math.abs(value), magnitude)) - exponentOf(Math.abs(value));
  const digits = Math.min(mostDigits, mostDigits + 1 - lost);
  return digits < 1 ? 0 : Number(value.toPrecision(digits));
}

/** The power of ten of the first digit. Some digits less, for what is a power of ten may have come out just below it. */
const exponentOf = (value: number): number => Number(value.toExponential(6).split('e')[1]);
