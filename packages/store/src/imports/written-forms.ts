import type { DateOrder, DecimalSign } from './import-options.ts';

/** Rewrites a cell in the form of the file, such as `31/12/2025` or `1.234,50 €`, in ours; others stay as they are. */
export type Rewrite = (cell: string) => string;

/** Leaves every cell as it is. */
export const sameCell: Rewrite = (cell) => cell;

/**
 * Creates the rewriter for a file in which the person named the order of dates or the decimal sign. A percentage becomes
 * a fraction: 12 % is 0.12.
 */
export function createRewrite({
  dates,
  decimals,
}: {
  dates?: DateOrder | undefined;
  decimals?: DecimalSign | undefined;
}): Rewrite {
  const rewriteDate = dates === undefined ? sameCell : (cell: string) => dayOf(cell, dates) ?? cell;
  const rewriteNumber = decimals === undefined ? sameCell : (cell: string) => numberOf(cell, decimals) ?? cell;
  if (dates === undefined && decimals === undefined) return sameCell;
  return (cell) => rewriteNumber(rewriteDate(cell));
}

const datePattern = /^\s*(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})(?:[ T](\d{1,2}:\d\d(?::\d\d)?))?\s*$/;

function dayOf(cell: string, order: DateOrder): string | undefined {
  const match = datePattern.exec(cell);
  if (match === null) return undefined;
  const [, first = '', second = '', third = '', time] = match;
  const parts = { dmy: [third, second, first], mdy: [third, first, second], ymd: [first, second, third] }[order];
  const [year = '', month = '', day = ''] = parts;
  if (year.length !== 4) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return time === undefined ? written : `${written} ${time.padStart(time.length < 6 ? 5 : 8, '0')}`;
}

const numberPatterns = {
  point: /^(-?)(?:\d{1,3}(?:[,' \u00a0\u202f]\d{3})+|\d+)(?:\.\d+)?$/,
  comma: /^(-?)(?:\d{1,3}(?:[.' \u00a0\u202f]\d{3})+|\d+)(?:,\d+)?$/,
};

function numberOf(cell: string, sign: DecimalSign): string | undefined {
  const trimmed = cell.trim().replace(/^\u2212/, '-');
  const isPercent = trimmed.endsWith('%');
  const bare = trimmed
    .replaceAll(/\p{Sc}|%/gu, '')
    .replace(/^(-?)\s+/, '$1')
    .trim();
  if (!numberPatterns[sign].test(bare) || /^-?0\d/.test(bare)) return undefined;
  const [whole = '', fraction] = bare.split(sign === 'point' ? '.' : ',');
  const plain = whole.replaceAll(/[^\d-]/g, '') + (fraction === undefined ? '' : `.${fraction}`);
  return isPercent ? hundredth(plain) : plain;
}

/** Moves the point two places, without arithmetic that would add digits. */
function hundredth(plain: string): string {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain)!;
  const digits = whole.padStart(3, '0') + fraction;
  const point = digits.length - fraction.length - 2;
  return `${minus}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const currencies: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '฿': 'THB',
};

/** The unit that a number is written with: `percent`, or the currency of its sign, of which `$` means US dollars. */
export function unitOf(cell: string): string | undefined {
  if (cell.trimEnd().endsWith('%')) return 'percent';
  const sign = /\p{Sc}/u.exec(cell)?.[0];
  return sign === undefined ? undefined : currencies[sign];
}
