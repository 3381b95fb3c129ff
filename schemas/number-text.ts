import type { NumberFormat } from './generated/number-format.ts';

/** Smaller numbers would lose their digits with three decimals. */
const minWithDecimals = 0.1;

/**
 * A number as a text in English for messages, in the format of its field.
 *
 *     numberText(1234.5, { unit: 'EUR' }); // €1,234.50
 */
export function numberText(value: number, { unit, decimals, thousands = true }: NumberFormat = {}): string {
  const style: Intl.NumberFormatOptions =
    unit === undefined ? {} : unit === 'percent' ? { style: 'percent' } : { style: 'currency', currency: unit };
  const usual = style.style === 'currency' ? {} : usualDigits(value);
  const digits = decimals === undefined ? usual : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const options = { ...style, ...digits, useGrouping: thousands, signDisplay: 'negative' } as const;
  return new Intl.NumberFormat('en', options).format(value);
}

const usualDigits = (value: number): Intl.NumberFormatOptions =>
  Math.abs(value) < minWithDecimals ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 };
