import type { NumberFormat } from '@tallyhook/schemas';

/** A number format as its form holds it. */
export interface FormatChoice {
  shownAs: 'number' | 'percent' | 'money';
  currency: string;
  /** Empty: as many as needed. */
  decimals: string;
  thousands: boolean;
}

/** What the form shows for a format. */
export function choiceOf({ unit, decimals, thousands = true }: NumberFormat = {}): FormatChoice {
  const isMoney = unit !== undefined && unit !== 'percent';
  return {
    shownAs: isMoney ? 'money' : unit === 'percent' ? 'percent' : 'number',
    currency: isMoney ? unit : 'USD',
    decimals: decimals === undefined ? '' : String(decimals),
    thousands,
  };
}

/** The format of a choice; null if it differs in nothing from numbers without a format. */
export function formatOf({ shownAs, currency, decimals, thousands }: FormatChoice): NumberFormat | null {
  const format: NumberFormat = {
    ...(shownAs !== 'number' && { unit: shownAs === 'money' ? currency : 'percent' }),
    ...(decimals !== '' && { decimals: Number(decimals) }),
    ...(!thousands && { thousands }),
  };
  return Object.keys(format).length === 0 ? null : format;
}
