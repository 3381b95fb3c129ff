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
  return formatter(options).format(value);
}

const formatters = new Map<string, Intl.NumberFormat>();
const maxFormatters = 100;

/** Making one takes a hundred times as long as using it. */
function formatter(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify(options);
  const known = formatters.get(key);
  if (known !== undefined) return known;
  if (formatters.size >= maxFormatters) formatters.clear();
  const made = new Intl.NumberFormat('en', options);
  formatters.set(key, made);
  return made;
}

const usualDigits = (value: number): Intl.NumberFormatOptions =>
  Math.abs(value) < minWithDecimals ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 };
