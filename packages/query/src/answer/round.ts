/** Significant digits of sums and averages. */
export const maxDigits = 12;

/**
 * Rounds a sum or an average to 12 significant digits. The last digits of a sum of doubles depend on the order of
 * addition, which differs between plans. Rounding hides this except for values near a rounding boundary.
 *
 * `magnitude` is the same sum, or average, of the absolute values. Where values of both signs cancel out, leading
 * digits are lost and only those left of the first 13 are reliable: payments of 1,000,000.10 refunded in full come to
 * 0, not 7e-11. Returns null for a value that is not finite.
 */
export function roundMeasure(value: number, magnitude = 0): number | null {
  if (!Number.isFinite(value)) return null;
  if (value === 0) return 0;
  if (magnitude <= Math.abs(value)) return isShort(value) ? value : Number(value.toPrecision(maxDigits));
  const lost = exponentOf(magnitude) - exponentOf(Math.abs(value));
  const digits = Math.min(maxDigits, maxDigits + 1 - lost);
  return digits < 1 ? 0 : Number(value.toPrecision(digits));
}

/** Most sums are whole numbers that have no more digits. */
const isShort = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 10 ** maxDigits;

/**
 * The power of ten of the first digit. Rounds to 7 digits first, since a power of ten may have come out just below it.
 */
const exponentOf = (value: number): number => Number(value.toExponential(6).split('e')[1]);
