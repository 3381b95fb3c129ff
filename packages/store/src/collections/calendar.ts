const dayPattern = /^\d{4}-\d\d-\d\d$/;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Parses a calendar day `YYYY-MM-DD` to midnight UTC; undefined for anything else, including 30 February. */
export function parseDay(value: string): Date | undefined {
  return dayPattern.test(value) && isDay(value) ? new Date(dayNumber(value) * dayMs) : undefined;
}

/** Parses an ISO 8601 instant with its zone (`2026-03-01T09:30:00Z`, `…+02:00`); undefined for anything else. */
export function parseInstant(value: string): Date | undefined {
  return instantPattern.test(value) ? instantIn(value) : undefined;
}

/** The instant in a well-formed text. `Date` would take several times longer to read it; imports read millions. */
function instantIn(value: string): Date | undefined {
  const [hours, minutes] = [twoDigits(value, 11), twoDigits(value, 14)];
  const hasSeconds = value.charCodeAt(16) === colon;
  const seconds = hasSeconds ? twoDigits(value, 17) : 0;
  if (!isDay(value) || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const offsetMs = zoneOffsetMs(value);
  if (offsetMs === undefined) return undefined;
  const timeMs = hours * hourMs + minutes * minuteMs + seconds * 1_000 + (hasSeconds ? millisecondsIn(value) : 0);
  return new Date(dayNumber(value) * dayMs + timeMs - offsetMs);
}

/** The milliseconds after the seconds; further digits are left out. */
function millisecondsIn(value: string): number {
  if (value.charCodeAt(19) !== point) return 0;
  let milliseconds = 0;
  let digit = 100;
  for (let at = 20; digit >= 1 && isDigit(value, at); at++, digit /= 10) {
    milliseconds += (value.charCodeAt(at) - zero) * digit;
  }
  return milliseconds;
}

/** How far the zone at the end of a well-formed text is ahead of UTC; undefined for one of a day or more. */
function zoneOffsetMs(value: string): number | undefined {
  if (!isDigit(value, value.length - 1)) return 0;
  const begin = value.length - '+00:00'.length;
  const [hours, minutes] = [twoDigits(value, begin + 1), twoDigits(value, begin + 4)];
  if (hours > 23 || minutes > 59) return undefined;
  return (value[begin] === '-' ? -1 : 1) * (hours * hourMs + minutes * minuteMs);
}

/** Formats a day stored as midnight UTC as `YYYY-MM-DD`. */
export function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/** Whether the day at the start of a well-formed text exists; `Date` would accept 30 February. */
function isDay(value: string): boolean {
  const year = yearOf(value);
  const month = twoDigits(value, 5);
  const day = twoDigits(value, 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** The days from 1970-01-01 to the day at the start of a text. A year is counted from March, so that it ends with February. */
function dayNumber(value: string): number {
  const month = twoDigits(value, 5);
  const year = yearOf(value) - (month < 3 ? 1 : 0);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + twoDigits(value, 8) - 1;
  return year * 365 + leapDays + dayOfYear - daysBefore1970;
}

/** From the first of March of the year 0. */
const daysBefore1970 = 719_468;

const [zero, colon, point] = [48, 58, 46];

const yearOf = (value: string): number => twoDigits(value, 0) * 100 + twoDigits(value, 2);

const twoDigits = (value: string, at: number): number =>
  (value.charCodeAt(at) - zero) * 10 + value.charCodeAt(at + 1) - zero;

function isDigit(value: string, at: number): boolean {
  const code = value.charCodeAt(at) - zero;
  return code >= 0 && code <= 9;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
