import { parseDay } from './days.ts';
import { parseInstant } from './instant-value.ts';
import { parsePoint, stepUnits, wordsOf, type Edge, type RangeClock } from './range-value.ts';
import { startOfDay } from './zone.ts';

/** Distance of a point from its anchor. */
interface Distance {
  months: number;
  days: number;
  minutes: number;
}

interface Place {
  /** `today`, `now`, `startOfMonth`. */
  anchor: string;
  distance: Distance;
}

const relative = /^(today|now|startOf[A-Z][a-z]+)?(?:(\+|-|plus-|minus-)(\d+)-?([a-zA-Z]+))?$/;
const units: Record<string, Partial<Distance>> = {
  minute: { minutes: 1 },
  hour: { minutes: 60 },
  day: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

/** Whether a range of two points is always empty, however time passes. */
export function endsBeforeItBegins(text: string, clock: RangeClock): boolean {
  const points = wordsOf(text).split('..');
  const [first, last] = points.map((point) => parsePoint(point.trim(), clock));
  if (points.length !== 2 || first === undefined || last === undefined) return false;
  const isLater = instantOf(first.from, clock) > instantOf(last.from, clock);
  const isOver = instantOf(first.from, clock) >= instantOf(last.before, clock);
  return isLater && isOver && isNeverInOrder(points[0]!.trim(), points[1]!.trim());
}

const instantOf = (edge: Edge, { zone }: RangeClock): number =>
  'instant' in edge ? edge.instant : startOfDay(zone, edge.day);

/**
 * Whether a range that ends before it starts is always a mistake: both points are fixed, or both have the same anchor
 * and so never change order. Any other pair may be in order on another day. `startOfMonth..today-7d`, for example, is
 * only empty during the first days of a month.
 */
export function isNeverInOrder(first: string, last: string): boolean {
  if (isFixed(first) || isFixed(last)) return isFixed(first) && isFixed(last);
  const [one, other] = [placeOf(first), placeOf(last)];
  return one !== undefined && other !== undefined && one.anchor === other.anchor && isAlwaysLater(one, other);
}

function isFixed(text: string): boolean {
  const [point] = text.split('/') as [string];
  return parseDay(point) !== undefined || parseInstant(point) !== undefined;
}

/** Undefined if the distance varies in other ways than by the lengths of months. */
function placeOf(text: string): Place | undefined {
  const [found, anchor = 'today', sign = '+', count = '0', unit = 'd'] = relative.exec(text) ?? [];
  if (found === undefined) return undefined;
  // Days have no minutes.
  const m = anchor === 'now' ? 'minute' : 'month';
  const name = unit === 'm' ? m : (stepUnits[unit] ?? unit.replace(/s$/, ''));
  const factor = Number(count) * (sign === '-' || sign === 'minus-' ? -1 : 1);
  const { months = 0, days = 0, minutes = 0 } = units[name] ?? {};
  return { anchor, distance: { months: months * factor, days: days * factor, minutes: minutes * factor } };
}

/** Months have 28 to 31 days. Returns false if it depends on the lengths of days in the zone. */
function isAlwaysLater({ distance: one }: Place, { distance: other }: Place): boolean {
  const months = one.months - other.months;
  const days = one.days - other.days + months * (months < 0 ? 31 : 28);
  const minutes = one.minutes - other.minutes;
  if (days === 0) return minutes > 0;
  return days > 0 && minutes === 0;
}
