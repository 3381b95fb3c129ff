import type { NumberFormat } from './generated/number-format.ts';

const usualDecimals = 3;

/**
 * A number as a text in English for messages, in the format of its field.
 *
 *     numberText(1234.5, { unit: 'EUR' }); // €1,234.50
 */
export function numberText(value: number, { unit, decimals, thousands = true }: NumberFormat = {}): string {
  const style: Intl.NumberFormatOptions =
    unit === undefined ? {} : unit === 'percent' ? { style: 'percent' } : { style: 'currency', currency: unit };
  const hasOwnDecimals = decimals === undefined && style.style === 'currency';
  const digits = {
    ...(decimals !== undefined && { minimumFractionDigits: decimals }),
    ...(!hasOwnDecimals && { maximumFractionDigits: decimals ?? usualDecimals }),
  };
  const options = { ...style, ...digits, useGrouping: thousands, signDisplay: 'negative' } as const;
  return new Intl.NumberFormat('en', options).format(value);
}
