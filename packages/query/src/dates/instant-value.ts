import { parseDay } from './days.ts';

const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):(\d\d))$/;

/** Examples of instants, for messages about fields that take days too. */
export const instantForms = ['2026-03-01T09:30:00Z', 'now', 'now-2h'] as const;

/** Parses an ISO 8601 instant with a zone (`2026-03-01T09:30:00Z`, `…+02:00`); undefined for anything else. */
export function parseInstant(text: string): Date | undefined {
  const match = pattern.exec(text);
  if (!match || parseDay(match[1]!) === undefined) return undefined;
  const [hour, minute, second, zoneHour, zoneMinute] = match.slice(2).map((part) => Number(part ?? 0));
  const inRange = hour! <= 23 && minute! <= 59 && second! <= 59 && zoneHour! <= 23 && zoneMinute! <= 59;
  return inRange ? new Date(text) : undefined;
}
