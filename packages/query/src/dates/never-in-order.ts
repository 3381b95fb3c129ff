import { parseDay } from './days.ts';
import { parseInstant } from './instant-value.ts';
import { parsePoint, stepUnits, wordsOf, type Edge, type RangeClock } from './range-value.ts';
import { startOfDay } from './zone.ts';

/** How far a point lies from what it is counted from. */
interface Distance {
  months: number;
  days: number;
  minutes: number;
}

interface Place {
  /** What the point is counted from: `today`, `now`, `startOfMonth`. */
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

/** Whether the text of a range between two points names them in an order that they never have. */
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
 * Whether a range whose second point comes before its first is a mistake whenever it is asked: both points are fixed, or
 * both are counted from the same and so never change places. Any other pair may be in order tomorrow, as
 * `startOfMonth` and `today-7d` are from the eighth of a month on: that range is empty today.
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

/** Undefined where the distance changes in other ways than the lengths of months do. */
function placeOf(text: string): Place | undefined {
  const [found, anchor = 'today', sign = '+', count = '0', unit = 'd'] = relative.exec(text) ?? [];
  if (found === undefined) return undefined;
  // A day has no minutes.
  const m = anchor === 'now' ? 'minute' : 'month';
  const name = unit === 'm' ? m : (stepUnits[unit] ?? unit.replace(/s$/, ''));
  const factor = Number(count) * (sign === '-' || sign === 'minus-' ? -1 : 1);
  const { months = 0, days = 0, minutes = 0 } = units[name] ?? {};
  return { anchor, distance: { months: months * factor, days: days * factor, minutes: minutes * factor } };
}

/** Months have 28 to 31 days; what days of a zone have in hours is left open. */
function isAlwaysLater({ distance: one }: Place, { distance: other }: Place): boolean {
  const months = one.months - other.months;
  const days = one.days - other.days + months * (months < 0 ? 31 : 28);
  const minutes = one.minutes - other.minutes;
  if (days === 0) return minutes > 0;
  return days > 0 && minutes === 0;
}
