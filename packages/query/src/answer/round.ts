/**
 * A sum or an average as answers have it: 12 significant digits. The last digits of a sum of doubles depend on the order
 * of adding, which differs between plans; these do not, but where one of them is on the edge of two. What is no finite
 * number is null.
 */
export function roundMeasure(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  // The text of -0 is "0".
  return Number(value.toPrecision(12)) + 0;
}
