const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const instantPattern = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):(\d\d))$/;

/** A calendar day written `YYYY-MM-DD` as its midnight in UTC; undefined for anything else, 30 February included. */
export function parseDay(value: string): Date | undefined {
  const match = dayPattern.exec(value);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return new Date(`${value}T00:00:00Z`);
}

/** A moment written as ISO 8601 with its zone (`2026-03-01T09:30:00Z`, `…+02:00`); undefined for anything else. */
export function parseInstant(value: string): Date | undefined {
  const match = instantPattern.exec(value);
  if (!match || !parseDay(match[1]!)) return undefined;
  const [hour, minute, second, zoneHour, zoneMinute] = match.slice(2).map((part) => Number(part ?? 0));
  const inRange = hour! <= 23 && minute! <= 59 && second! <= 59 && zoneHour! <= 23 && zoneMinute! <= 59;
  return inRange ? new Date(value) : undefined;
}

/** The `YYYY-MM-DD` of a day kept as midnight in UTC. */
export function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
