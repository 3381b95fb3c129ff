import { DateTime } from 'luxon';
import type { FilterContext, Literal } from './filters.ts';
import { toText } from './to-text.ts';

type PeopleFilter = (value: unknown, context: FilterContext) => unknown;

/**
 * The filters for people who build workflows. Dates use the tokens of Luxon (`yyyy`, `LLL`, `dd`, `HH`, `mm`), in
 * English. Absent values stay absent, except for `default`.
 */
export const peopleFilters = {
  date: (value, { literals: [format, zone], timezone }) =>
    isAbsent(value) ? undefined : formatDate(value, { format, zone: String(zone ?? timezone) }),
  number: (value, { literals: [decimals] }) => (isAbsent(value) ? undefined : formatNumber(value, decimals)),
  default: (value, { literals: [other] }) => (isAbsent(value) ? other : value),
  join: (value, { literals: [between = ', '] }) =>
    isAbsent(value)
      ? undefined
      : listOf(value, 'join')
          .map((item) => toText(item) ?? '')
          .join(String(between)),
  first: (value) => (isAbsent(value) ? undefined : listOf(value, 'first').at(0)),
  last: (value) => (isAbsent(value) ? undefined : listOf(value, 'last').at(-1)),
  size: (value) => {
    if (isAbsent(value)) return undefined;
    return typeof value === 'string' ? value.length : listOf(value, 'size').length;
  },
} satisfies Record<string, PeopleFilter>;

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function listOf(value: unknown, filter: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`|${filter} needs a list, but it is ${describe(value)}`);
}

/** From here on, a number is milliseconds since 1970 and not seconds. */
const minMilliseconds = 1e11;

function formatDate(value: unknown, { format, zone }: { format: Literal | undefined; zone: string }): string {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  const moment =
    typeof value === 'number'
      ? DateTime.fromMillis(Math.abs(value) < minMilliseconds ? value * 1_000 : value, { zone })
      : DateTime.fromISO(typeof value === 'string' ? value.trim() : '', { zone });
  if (moment.invalidReason === 'unsupported zone') throw new TypeError(`there is no time zone "${zone}"`);
  if (!moment.isValid) throw new TypeError(`|date needs a day or a moment (ISO 8601), but it is ${describe(value)}`);
  const pattern = format === undefined ? (isDay ? 'd LLL yyyy' : 'd LLL yyyy, HH:mm') : String(format);
  return moment.setLocale('en').toFormat(pattern);
}

function formatNumber(value: unknown, decimals: Literal | undefined): string {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()));
  if (!isNumber) throw new TypeError(`|number needs a number, but it is ${describe(value)}`);
  const digits = decimals === undefined ? { maximumFractionDigits: 3 } : fixed(Number(decimals));
  return new Intl.NumberFormat('en', digits).format(Number(value));
}

const fixed = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value).slice(0, 60);
}
