import { dayMs, parseDay, startOfPeriod, type WeekStart } from '../dates/days.ts';
import { indexAt, type Zone } from '../dates/zone.ts';
import type { Unit } from '../grammar.ts';
import type { Bounds } from '../normalize/normalized-question.ts';

/** A day long before any record, so that what is left of a division is never negative. */
const longAgo = parseDay('0001-01-01')! - 2 * 146_097;

export interface LocalTime {
  zone: Zone;
  unit: Unit;
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

/** An instant as the date that has its local time when read in UTC. */
export function localDate(value: unknown, zone: Zone, bounds: Bounds = {}): object {
  const offset = offsetOf(value, zone, bounds);
  return offset === 0 ? (value as object) : { $add: [value, offset] };
}

/** What the zone adds to UTC at an instant: a search in halves over the stretches of the zone. */
function offsetOf(value: unknown, zone: Zone, { gt, gte, lt, lte }: Bounds): unknown {
  const [from, to] = [Number(gt ?? gte ?? -Infinity), Number(lt ?? lte ?? Infinity)];
  const search = (low: number, high: number): unknown => {
    if (low === high) return zone.offsets[low];
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
 * The beginning of an instant's stretch of time, a day or less, in which no period begins: quick to compute, to be read
 * by `dayAt` afterwards. Instants before the zone kept to whole quarters of an hour stay as they are.
 */
export function stretchOf(value: unknown, zone: Zone): unknown {
  const stretch = stretches(zone);
  if (stretch === undefined) return value;
  const since = new Date(stretch.since);
  const start = { $subtract: [value, { $mod: [{ $subtract: [value, since] }, stretch.lengthMs] }] };
  return { $cond: [{ $gte: [value, since] }, start, value] };
}

interface Stretches {
  since: number;
  lengthMs: number;
}

const hourMs = 3_600_000;
const lengthsMs = [hourMs, hourMs / 2, hourMs / 4];
const quietSince = Date.UTC(2000, 0, 1);
const evenSince = Date.UTC(1970, 0, 1);

/** The longest stretches that days and changes of the clock never cut. */
export function stretches({ starts, offsets }: Zone): Stretches | undefined {
  const lastStart = starts.at(-1)!;
  if (lastStart <= quietSince) {
    const offset = offsets.at(-1)!;
    const firstWholeDay = Math.ceil((lastStart + offset) / dayMs);
    return { since: starts.length === 1 ? longAgo * dayMs - offset : firstWholeDay * dayMs - offset, lengthMs: dayMs };
  }
  const since = starts.findLastIndex((start) => start <= evenSince);
  const changes = starts.slice(since + 1);
  const lengthMs = lengthsMs.find((length) => [...changes, ...offsets.slice(since)].every((at) => at % length === 0));
  return lengthMs === undefined ? undefined : { since: evenSince, lengthMs };
}
