import { dayMs, firstWeekday, indexAt, type Cycle, type Period, type WeekStart, type Zone } from '@tallyhook/query';

const hourMs = 3_600_000;
/** Whole weeks before every date, so that divisions round down. */
const longAgoDays = 7 * 15_000_000;
const longAgoMs = longAgoDays * dayMs;

/** The first and last instant of a column, which limit the offsets to tell apart. */
export interface Span {
  low: number;
  high: number;
}

/** An instant as its local time: milliseconds since 1970, as if the local clock showed UTC. */
export function localTime(instant: string, zone: Zone, span: Span): string {
  const offset = searchOffsets(instant, zone, span, (index) => String(zone.offsets[index]!));
  return offset === '0' ? instant : `(${instant} + ${offset})`;
}

/** The first day of a local time's period, as the number of days since 1970. */
export function periodOf(local: string, unit: Period, weekStart: WeekStart): string {
  const day = dayOf(local);
  if (unit === 'day') return day;
  if (unit === 'week') return `(${day} - (${day} + ${longAgoDays + 4 - firstWeekday[weekStart]}) % 7)`;
  return periodOfDay(day, unit);
}

/** The longer period that contains a day, as the number of days since 1970. */
export const periodOfDay = (day: string, unit: 'month' | 'quarter' | 'year'): string =>
  `(date_trunc('${unit}', ${dateOf(day)})::DATE - DATE '1970-01-01')`;

/** The number of a cycle's part at a local time. */
export function cycleOf(local: string, unit: Cycle): string {
  const day = dayOf(local);
  switch (unit) {
    case 'hourOfDay':
      return `((${local} + ${longAgoMs}) // ${hourMs} % 24)`;
    case 'dayOfWeek':
      return `((${day} + ${longAgoDays + 3}) % 7 + 1)`;
    case 'dayOfMonth':
      return `day(${dateOf(day)})`;
    case 'weekOfYear':
      return `weekofyear(${dateOf(day)})`;
    case 'monthOfYear':
      return `month(${dateOf(day)})`;
    case 'quarterOfYear':
      return `quarter(${dateOf(day)})`;
  }
}

/** The start of an instant's hour. A change of the clock starts an hour as well. */
export function hourOf(instant: string, zone: Zone, span: Span): string {
  return searchOffsets(instant, zone, span, (index) => {
    const origin = longAgoMs + zone.offsets[index]!;
    const first = `(${instant} - (${instant} + ${origin}) % ${hourMs})`;
    return index === 0 ? first : `greatest(${first}, ${zone.starts[index]!})`;
  });
}

const dayOf = (local: string): string => `((${local} + ${longAgoMs}) // ${dayMs} - ${longAgoDays})`;
const dateOf = (day: string): string => `(DATE '1970-01-01' + ${day}::INT)`;

/** A search for the offset that applies at an instant. */
function searchOffsets(instant: string, zone: Zone, { low, high }: Span, found: (index: number) => string): string {
  const search = (first: number, last: number): string => {
    if (first === last) return found(first);
    const middle = (first + last + 1) >> 1;
    const [earlier, later] = [search(first, middle - 1), search(middle, last)];
    return `(CASE WHEN ${instant} >= ${zone.starts[middle]!} THEN ${later} ELSE ${earlier} END)`;
  };
  const first = indexAt(zone, low);
  return search(first, Math.max(first, indexAt(zone, high)));
}
