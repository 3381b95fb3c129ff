import type { Field } from '@tallyhook/schemas';
import { dayMs, parseDay, startOfPeriod, type WeekStart } from '../dates/days.ts';
import { cycleExpression } from '../dates/cycles.ts';
import { indexAt, openZone, type Zone } from '../dates/zone.ts';
import type { Cycle, Period } from '../grammar.ts';
import type { Bounds } from '../normalize/normalized-question.ts';

const hourMs = 3_600_000;

/** A day long before any record, so that what is left of a division is never negative. */
const longAgo = parseDay('0001-01-01')! - 2 * 146_097;

export interface LocalTime {
  zone: Zone;
  unit: Period;
  weekStart: WeekStart;
  /** Between which instants the values lie, where the filter says so: then fewer offsets have to be told apart. */
  bounds?: Bounds;
}

/** The first day of a date's period, as a date at midnight in UTC: by the zone for an instant, by UTC for a day. */
export function localPeriod(value: unknown, { zone, unit, weekStart, bounds }: LocalTime): object {
  const local = localDate(value, zone, bounds);
  if (unit !== 'day' && unit !== 'week') {
    return { $dateTrunc: { date: local, unit, timezone: 'UTC' } };
  }
  // Taking away the rest of a division is quicker than $dateTrunc.
  const first = new Date(startOfPeriod(longAgo, unit, weekStart) * dayMs);
  const lengthMs = unit === 'day' ? dayMs : 7 * dayMs;
  return { $subtract: [local, { $mod: [{ $subtract: [local, first] }, lengthMs] }] };
}

/** The number of a date's part of a cycle: by the zone for an instant, by UTC for a day. */
export function localCycle(value: string, { field, unit }: { field: Field; unit: Cycle }, timezone: string): object {
  return cycleExpression(localDate(value, openZone(field.kind === 'instant' ? timezone : 'UTC')), unit);
}

/** An instant as the date that has its local time when read in UTC. */
export function localDate(value: unknown, zone: Zone, bounds: Bounds = {}): object {
  const offset = offsetOf(value, zone, bounds);
  return offset === 0 ? (value as object) : { $add: [value, offset] };
}

/** The first instant of an instant's hour, as `hourAt` has it. */
export function localHour(value: unknown, zone: Zone, bounds: Bounds = {}): object {
  return searchOffsets(value, zone, bounds, (index) => {
    // Hours of each offset begin where a whole number of them has passed since then.
    const origin = new Date(longAgo * dayMs - zone.offsets[index]!);
    const first = { $subtract: [value, { $mod: [{ $subtract: [value, origin] }, hourMs] }] };
    return index === 0 ? first : { $max: [first, new Date(zone.starts[index]!)] };
  }) as object;
}

/** What the zone adds to UTC at an instant. */
const offsetOf = (value: unknown, zone: Zone, bounds: Bounds): unknown =>
  searchOffsets(value, zone, bounds, (index) => zone.offsets[index]);

/** A search in halves over the stretches of the zone for the one that an instant lies in. */
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
  // Bounds that contradict each other leave no record to compute anything for.
  return search(low, Math.max(low, indexAt(zone, to)));
}

/**
 * The beginning of an instant's stretch of time, a day or less, in which no day begins: quick to compute, to be read by
 * `dayAt` afterwards. Instants of the time when the zone knew other offsets stay as they are, and so does what is no date.
 */
export function stretchOf(value: unknown, { since, gapMs }: Stretches): object {
  const origin = new Date(since);
  const rest = { $mod: [{ $subtract: [value, origin] }, dayMs] };
  // Where midnight comes at either of two moments of a day of UTC, they cut it in two.
  const untilCut = { $cond: [{ $lt: ['$$rest', gapMs] }, '$$rest', { $subtract: ['$$rest', gapMs] }] };
  const length = gapMs === 0 ? rest : { $let: { vars: { rest }, in: untilCut } };
  return { $cond: [{ $gte: [value, origin] }, { $subtract: [value, length] }, value] };
}

/** Where days can begin: `gapMs` apart, every 24 hours from `since` on. */
export interface Stretches {
  since: number;
  gapMs: number;
}

const longEnoughAgo = Date.UTC(2000, 0, 1);

/** The stretches of a zone; undefined for one whose days began otherwise since 2000. */
export function stretchesOf(zone: Zone): Stretches | undefined {
  const { starts, offsets } = zone;
  const known = new Set([offsets.at(-1)!]);
  let first = offsets.length - 1;
  while (first > 0 && !beginsDay(zone, first) && (known.has(offsets[first - 1]!) || known.size < 2)) {
    first -= 1;
    known.add(offsets[first]!);
  }
  if (first > 0 && starts[first]! > longEnoughAgo) return undefined;
  const era = first === 0 ? longAgo * dayMs : starts[first]!;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  // Midnight comes first by the offset that is most ahead.
  const since = Math.ceil((era + most) / dayMs) * dayMs - most;
  return { since, gapMs: (most - least) % dayMs };
}

/** Whether a change of the clock jumped over midnight: then a day began at neither of the usual moments. */
function beginsDay({ starts, offsets }: Zone, index: number): boolean {
  const [before, after] = [starts[index]! + offsets[index - 1]!, starts[index]! + offsets[index]!];
  const isMidnight = before % dayMs === 0 || after % dayMs === 0;
  return !isMidnight && Math.floor(before / dayMs) < Math.floor(after / dayMs);
}
