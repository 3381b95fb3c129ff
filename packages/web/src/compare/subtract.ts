/** The exact difference of two decimals as they are written: 0.3 − 0.1 is 0.2, without the noise of binary fractions. */
export function subtract(one: number, other: number): number {
  const [left, right] = [decimalOf(one), decimalOf(other)];
  const power = Math.min(left.power, right.power);
  const digitsAt = (decimal: Decimal) => decimal.digits * 10n ** BigInt(decimal.power - power);
  return Number(`${digitsAt(left) - digitsAt(right)}e${power}`);
}

/** `digits` × 10 to the `power`. */
interface Decimal {
  digits: bigint;
  power: number;
}

function decimalOf(value: number): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}
