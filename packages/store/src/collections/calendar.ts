const dayPattern = /^\d{4}-\d\d-\d\d$/;
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Parses a calendar day `YYYY-MM-DD` to midnight UTC; undefined for anything else, including 30 February. */
export function parseDay(value: string): Date | undefined {
  return dayPattern.test(value) && isDay(value) ? new Date(value) : undefined;
}

/** Parses an ISO 8601 instant with its zone (`2026-03-01T09:30:00Z`, `…+02:00`); undefined for anything else. */
export function parseInstant(value: string): Date | undefined {
  if (!instantPattern.test(value)) return undefined;
  if (!isDay(value) || twoDigits(value, 11) > 23) return undefined;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** Formats a day stored as midnight UTC as `YYYY-MM-DD`. */
export function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/** Whether the day at the start of a well-formed text exists; `Date` would accept 30 February. */
function isDay(value: string): boolean {
  const year = twoDigits(value, 0) * 100 + twoDigits(value, 2);
  const month = twoDigits(value, 5);
  const day = twoDigits(value, 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

const twoDigits = (value: string, at: number): number =>
  (value.charCodeAt(at) - 48) * 10 + value.charCodeAt(at + 1) - 48;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
