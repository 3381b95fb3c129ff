import type { NumberFormat } from '@tallyhook/schemas';
import type { Unit } from './cycles.ts';

/** Formats figures and moments for one person. */
export interface Formats {
  /** A figure with two decimals; small ones with at least three significant digits. */
  number(value: number): string;
  /** A record's value with all of its digits. Digit grouping starts at five digits, because it may be a year. */
  value(value: number): string;
  /** Short, for axes: `12K`. */
  tick(value: number): string;
  /** The same with `number`, `value` and `tick` as a field declares; without a format, the same. */
  as(format: NumberFormat | undefined): Formats;
  /** Formats `0.43` as `43%`. Only the whole is `100%`: `0.998` is `99.8%`. */
  share(value: number): string;
  /**
   * A period from its first day, such as `Mar 2026`; a recurring part from its number, such as `Monday`. An hour that
   * the clocks of `timezone` repeat gets the zone's abbreviation: `1 Nov 2026, 01:00 EDT`.
   */
  period(key: string | number, unit: Unit, timezone?: string): string;
  /**
   * The same, as short as possible after the previous axis label: the day of an hour, or the year of anything else, is
   * only included at the first label and where it changes.
   */
  periodTick(key: string | number, unit: Unit, options?: TickOptions): string;
  day(day: string): string;
  /** The day of a moment. */
  dayOf(instant: string): string;
  /** A moment with its day, in the person's own time zone. */
  moment(instant: string): string;
  /** The time only if the moment is today; otherwise with its day, and with its year if that differs. */
  time(instant: string, now?: Date): string;
  /** The same with seconds, for journals. */
  second(instant: string, now?: Date): string;
}

export interface TickOptions {
  /** The period of the previous label; undefined for the first. */
  before?: string | number | undefined;
  timezone?: string | undefined;
}

const hourMs = 3_600_000;

/** Of two rounding options, use the one that keeps more digits. */
const morePrecise = { roundingPriority: 'morePrecision' } as const;
const figureDigits = { maximumFractionDigits: 2, maximumSignificantDigits: 3, ...morePrecise } as const;
/** From here on, axes write `12K`. */
const minShortened = 10_000;
/** From here on, rounding a share to whole percents gives 100%. */
const minRoundedUp = 0.995;
/** Smaller numbers are written with an exponent instead of many zeros. */
const minWithoutPower = 1e-9;

/**
 * Creates formats. `locale` is a BCP 47 tag or a list of them; `timezone` is an IANA name and defaults to the
 * browser's.
 */
export function createFormats(locale: string | readonly string[], timezone?: string): Formats {
  const zone = timezone === undefined ? {} : { timeZone: timezone };
  const dates = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale as string[], options);
  // Days are calendar days: parsed and formatted in UTC.
  const days = (options: Intl.DateTimeFormatOptions) => dates({ ...options, timeZone: 'UTC' });
  const numbers = numbersIn(locale, figureDigits);
  const values = numbersIn(locale, { maximumFractionDigits: 20, useGrouping: 'min2' });
  const ticks = numbersIn(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const shares = numbersIn(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    maximumSignificantDigits: 1,
    ...morePrecise,
  });
  const wholeDay = days({ day: 'numeric', month: 'short', year: 'numeric' });
  const dayOfYear = days({ day: 'numeric', month: 'short' });
  const monthOfYear = days({ month: 'short', year: 'numeric' });
  const month = days({ month: 'short' });
  const longMonth = days({ month: 'long' });
  const weekday = days({ weekday: 'short' });
  const longWeekday = days({ weekday: 'long' });
  const hour = days({ hour: '2-digit', minute: '2-digit' });
  const year = days({ year: 'numeric' });
  const momentOf = dates({ dateStyle: 'medium', timeStyle: 'medium', ...zone });
  const timeOf = dates({ hour: '2-digit', minute: '2-digit', ...zone });
  const dayOf = dates({ year: 'numeric', month: 'numeric', day: 'numeric', ...zone });
  const wholeDayOf = dates({ day: 'numeric', month: 'short', year: 'numeric', ...zone });
  const shortMoment = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...zone } as const;
  const momentOfYear = dates(shortMoment);
  const momentOfOtherYear = dates({ ...shortMoment, year: 'numeric' });
  const seconds = { second: '2-digit' } as const;
  const secondOf = dates({ hour: '2-digit', minute: '2-digit', ...seconds, ...zone });
  const secondOfYear = dates({ ...shortMoment, ...seconds });
  const secondOfOtherYear = dates({ ...shortMoment, ...seconds, year: 'numeric' });
  const yearOf = dates({ year: 'numeric', ...zone });
  const shortest = (instant: string, now: Date, [ofDay, ofYear, other]: readonly Intl.DateTimeFormat[]) => {
    const moment = new Date(instant);
    const isToday = dayOf.format(moment) === dayOf.format(now);
    const isThisYear = yearOf.format(moment) === yearOf.format(now);
    return (isToday ? ofDay! : isThisYear ? ofYear! : other!).format(moment);
  };
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  const quarterOf = (day: string) => `Q${Math.floor(at(day).getUTCMonth() / 3) + 1}`;

  // Hours are formatted with the wall-clock time in their key.
  const localOf = (key: string) => new Date(`${key.slice(0, 19)}Z`);
  const clocks = new Map<string, Record<'hour' | 'zone' | 'offset', Intl.DateTimeFormat>>();
  const clockOf = (zoneName: string) => {
    const clock = clocks.get(zoneName) ?? {
      hour: dates({ day: 'numeric', hour: 'numeric', timeZone: zoneName }),
      zone: dates({ timeZoneName: 'short', timeZone: zoneName }),
      offset: new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset', timeZone: zoneName }),
    };
    clocks.set(zoneName, clock);
    return clock;
  };
  const nameOf = (format: Intl.DateTimeFormat, moment: number) =>
    format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')!.value;
  // Distinguishes an hour from another with the same wall-clock time, as when summer time ends.
  const zoneOfHour = (key: string, zoneName: string | undefined): string => {
    if (zoneName === undefined) return '';
    const clock = clockOf(zoneName);
    const start = Date.parse(key);
    // With a half-hour clock change, the new offset may start within the hour; it applies at the end of it.
    const offset = key.slice('2026-01-01T00:00:00'.length);
    const at = nameOf(clock.offset, start).padEnd(9, '+00:00') === `GMT${offset}` ? start : start + hourMs - 1;
    const isTwice = [at - hourMs, at + hourMs].some((other) => clock.hour.format(other) === clock.hour.format(at));
    return isTwice ? ` ${nameOf(clock.zone, at)}` : '';
  };
  // 2024 began on a Monday.
  const partOf = (number: number, unit: Unit, isShort: boolean): string => {
    if (unit === 'hourOfDay') return hour.format(Date.UTC(2024, 0, 1, number));
    if (unit === 'dayOfWeek') return (isShort ? weekday : longWeekday).format(Date.UTC(2024, 0, number));
    if (unit === 'monthOfYear') return (isShort ? month : longMonth).format(Date.UTC(2024, number - 1, 1));
    if (unit === 'quarterOfYear') return `Q${number}`;
    return unit === 'weekOfYear' && !isShort ? `Week ${number}` : values(number);
  };

  const declared = new Map<string, Formats>();
  const formats: Formats = {
    as: (format) => {
      if (format === undefined) return formats;
      const key = JSON.stringify(format);
      const own = declared.get(key) ?? { ...formats, ...declaredNumbers(locale, format) };
      declared.set(key, own);
      return own;
    },
    number: numbers,
    value: values,
    tick: (value) => (Math.abs(value) < minShortened ? numbers(value) : ticks(value)),
    share: (value) => (value >= minRoundedUp && value < 1 ? almostWhole(locale, value) : shares(value)),
    period: (day, unit, zoneName) => {
      if (typeof day === 'number') return partOf(day, unit, false);
      if (unit === 'hour')
        return `${wholeDay.format(localOf(day))}, ${hour.format(localOf(day))}${zoneOfHour(day, zoneName)}`;
      if (unit === 'year') return year.format(at(day));
      if (unit === 'quarter') return `${quarterOf(day)} ${year.format(at(day))}`;
      if (unit === 'month') return monthOfYear.format(at(day));
      return unit === 'week' ? `Week of ${wholeDay.format(at(day))}` : wholeDay.format(at(day));
    },
    periodTick: (day, unit, { before, timezone: zoneName } = {}) => {
      if (typeof day === 'number') return partOf(day, unit, true);
      const isOther = (signs: number) => String(before).slice(0, signs) !== day.slice(0, signs);
      if (unit === 'hour') {
        const time = `${hour.format(localOf(day))}${zoneOfHour(day, zoneName)}`;
        if (before !== undefined && !isOther('2026-01-01'.length)) return time;
        const isOtherYear = before !== undefined && isOther('2026'.length);
        return `${(isOtherYear ? wholeDay : dayOfYear).format(localOf(day))}, ${time}`;
      }
      if (unit === 'year') return year.format(at(day));
      const saysYear = before === undefined || isOther('2026'.length);
      if (unit === 'quarter') return saysYear ? `${quarterOf(day)} ${year.format(at(day))}` : quarterOf(day);
      if (unit === 'month') return (saysYear ? monthOfYear : month).format(at(day));
      return (saysYear ? wholeDay : dayOfYear).format(at(day));
    },
    day: (day) => wholeDay.format(at(day)),
    dayOf: (instant) => wholeDayOf.format(new Date(instant)),
    moment: (instant) => momentOf.format(new Date(instant)),
    time: (instant, now = new Date()) => shortest(instant, now, [timeOf, momentOfYear, momentOfOtherYear]),
    second: (instant, now = new Date()) => shortest(instant, now, [secondOf, secondOfYear, secondOfOtherYear]),
  };
  return formats;
}

/** Formats numbers as their field declares. */
function declaredNumbers(
  locale: string | readonly string[],
  { unit, decimals, thousands = true }: NumberFormat,
): Pick<Formats, 'number' | 'value' | 'tick'> {
  const style: Intl.NumberFormatOptions =
    unit === undefined ? {} : unit === 'percent' ? { style: 'percent' } : { style: 'currency', currency: unit };
  const isMoney = style.style === 'currency';
  const fixed = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const rounded = decimals !== undefined ? fixed : isMoney ? {} : figureDigits;
  const whole = decimals !== undefined ? fixed : isMoney ? {} : { maximumFractionDigits: 18 };
  const grouping = { useGrouping: thousands };
  const number = numbersIn(locale, { ...style, ...rounded, ...grouping });
  const tick = numbersIn(locale, { ...style, ...rounded, ...grouping, trailingZeroDisplay: 'stripIfInteger' });
  const short = numbersIn(locale, { ...style, notation: 'compact', maximumFractionDigits: 1 });
  return {
    number,
    value: numbersIn(locale, { ...style, ...whole, ...grouping }),
    tick: (value) => (Math.abs(value) < minShortened ? tick : short)(value),
  };
}

/** Formats a share just below the whole with its first decimals that say so: `99.8%`, `99.997%`. */
function almostWhole(locale: string | readonly string[], value: number): string {
  const maximumFractionDigits = -Math.floor(Math.log10(1 - value)) - 2;
  const options = { style: 'percent', maximumFractionDigits, roundingMode: 'trunc' } as const;
  return new Intl.NumberFormat(locale as string[], options).format(value);
}

/** Formats numbers: zero without a sign, tiny numbers with an exponent. */
function numbersIn(locale: string | readonly string[], options: Intl.NumberFormatOptions): (value: number) => string {
  const numbers = new Intl.NumberFormat(locale as string[], { signDisplay: 'negative', ...options });
  const { style, currency, maximumSignificantDigits = 17 } = options;
  const unit = style === undefined ? {} : { style, currency };
  const power = { notation: 'scientific', maximumSignificantDigits, ...unit } as const;
  const powers = new Intl.NumberFormat(locale as string[], power);
  return (value) => (value !== 0 && Math.abs(value) < minWithoutPower ? powers : numbers).format(value);
}
