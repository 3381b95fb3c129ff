/** Whether a number, printed back, is the decimal that was written: `0.10` is, `0.123456789012345678` is not. */
export function isSameDecimal(written: string, value: number): boolean {
  return Number.isFinite(value) && plainest(written) === plainest(String(value));
}

/** One text for all ways to write a decimal: its sign, its digits without zeros at the ends, and its power of ten. */
function plainest(text: string): string {
  const [, minus = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text)!;
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  return `${minus}${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`;
}
