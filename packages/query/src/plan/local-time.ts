import type { Field } from '@tallyhook/schemas';
import { dayMs, parseDay, startOfPeriod, type WeekStart } from '../dates/days.ts';
import { cycleExpression } from '../dates/cycles.ts';
import { indexAt, openZone, type Zone } from '../dates/zone.ts';
import type { Cycle, Period } from '../grammar.ts';
import type { Bounds } from '../normalize/normalized-question.ts';

const hourMs = 3_600_000;

/** A day long before any record, so that remainders are never negative. */
const longAgo = parseDay('0001-01-01')! - 2 * 146_097;

export interface LocalTime {
  zone: Zone;
  unit: Period;
  weekStart: WeekStart;
  /** Known bounds of the values from the filter; they reduce the offsets to distinguish. */
  bounds?: Bounds;
}

/** The first day of a date's period, as a date at midnight UTC. Instants use the zone, days use UTC. */
export function localPeriod(value: unknown, { zone, unit, weekStart, bounds }: LocalTime): object {
  const local = localDate(value, zone, bounds);
  if (unit !== 'day' && unit !== 'week') {
    return { $dateTrunc: { date: local, unit, timezone: 'UTC' } };
  }
  // Subtracting a remainder is faster than $dateTrunc.
  const first = new Date(startOfPeriod(longAgo, unit, weekStart) * dayMs);
  const lengthMs = unit === 'day' ? dayMs : 7 * dayMs;
  return { $subtract: [local, { $mod: [{ $subtract: [local, first] }, lengthMs] }] };
}

/** The cycle's number of a date. Instants use the zone, days use UTC. */
export function localCycle(value: string, { field, unit }: { field: Field; unit: Cycle }, timezone: string): object {
  return cycleExpression(localDate(value, openZone(field.kind === 'instant' ? timezone : 'UTC')), unit);
}

/** Shifts an instant so that reading it in UTC gives its local time. */
export function localDate(value: unknown, zone: Zone, bounds: Bounds = {}): object {
  const offset = offsetOf(value, zone, bounds);
  return offset === 0 ? (value as object) : { $add: [value, offset] };
}

/** The start of an instant's hour, as in `hourAt`. */
export function localHour(value: unknown, zone: Zone, bounds: Bounds = {}): object {
  return searchOffsets(value, zone, bounds, (index) => {
    // With each offset, hours start at whole hours from this origin.
    const origin = new Date(longAgo * dayMs - zone.offsets[index]!);
    const first = { $subtract: [value, { $mod: [{ $subtract: [value, origin] }, hourMs] }] };
    return index === 0 ? first : { $max: [first, new Date(zone.starts[index]!)] };
  }) as object;
}

/** The UTC offset at an instant. */
const offsetOf = (value: unknown, zone: Zone, bounds: Bounds): unknown =>
  searchOffsets(value, zone, bounds, (index) => zone.offsets[index]);

/** Binary search for the offset that applies at an instant. */
function searchOffsets(
  value: unknown,
  zone: Zone,
  { gt, gte, lt, lte }: Bounds,
  found: (index: number) => unknown,
): unknown {
  const [from, to] = [Number(gt ?? gte ?? -Infinity), Number(lt ?? lte ?? Infinity)];
  const search = (low: number, high: number): unknown => {
    if (low === high) return found(low);
    const middle = (low + high + 1) >> 1;
    return {
      $cond: [{ $gte: [value, new Date(zone.starts[middle]!)] }, search(middle, high), search(low, middle - 1)],
    };
  };
  const low = indexAt(zone, from);
  // Contradictory bounds match no record, so any result will do.
  return search(low, Math.max(low, indexAt(zone, to)));
}

/**
 * The start of an instant's span. A span is at most a day long and no day starts within it, so `dayAt` gives the same
 * day for both. Fast to compute. Values that are not dates, and instants from before the zone's current offsets, are
 * unchanged.
 */
export function startOfSpan(value: unknown, { since, gapMs }: DaySpans): object {
  const origin = new Date(since);
  const rest = { $mod: [{ $subtract: [value, origin] }, dayMs] };
  // If midnight can be at two different UTC times, they split the day.
  const untilCut = { $cond: [{ $lt: ['$$rest', gapMs] }, '$$rest', { $subtract: ['$$rest', gapMs] }] };
  const length = gapMs === 0 ? rest : { $let: { vars: { rest }, in: untilCut } };
  return { $cond: [{ $gte: [value, origin] }, { $subtract: [value, length] }, value] };
}

/** When days can start: at two times `gapMs` apart, every 24 hours from `since` on. */
export interface DaySpans {
  since: number;
  gapMs: number;
}

const longEnoughAgo = Date.UTC(2000, 0, 1);

/** The spans of a zone; undefined if its days started at other times since 2000. */
export function daySpansOf(zone: Zone): DaySpans | undefined {
  const { starts, offsets } = zone;
  const known = new Set([offsets.at(-1)!]);
  let first = offsets.length - 1;
  while (first > 0 && !beginsDay(zone, first) && (known.has(offsets[first - 1]!) || known.size < 2)) {
    first -= 1;
    known.add(offsets[first]!);
  }
  if (first > 0 && starts[first]! > longEnoughAgo) return undefined;
  const era = first === 0 ? longAgo * dayMs : starts[first]!;
  const [minOffset, maxOffset] = [Math.min(...known), Math.max(...known)];
  // Midnight comes first with the largest offset.
  const since = Math.ceil((era + maxOffset) / dayMs) * dayMs - maxOffset;
  return { since, gapMs: (maxOffset - minOffset) % dayMs };
}

/** Whether a clock change skipped midnight, so that a day started at neither of the usual times. */
function beginsDay({ starts, offsets }: Zone, index: number): boolean {
  const [before, after] = [starts[index]! + offsets[index - 1]!, starts[index]! + offsets[index]!];
  const isMidnight = before % dayMs === 0 || after % dayMs === 0;
  return !isMidnight && Math.floor(before / dayMs) < Math.floor(after / dayMs);
}
