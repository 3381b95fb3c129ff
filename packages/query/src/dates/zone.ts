import { dayMs, type DayNumber } from './days.ts';

/**
 * A time zone as a table of UTC offsets in milliseconds: `offsets[i]` applies from `starts[i]` until the next start.
 * The first and last offsets also apply before 1900 and after 2099.
 *
 * The offsets are adjusted so that each day is one continuous span. Where clocks were set back over midnight
 * (Newfoundland, until 2011), the new day continues. A group's key, sent back as a filter, then finds its records.
 */
export interface Zone {
  name: string;
  starts: readonly number[];
  offsets: readonly number[];
}

const tableStart = Date.UTC(1900, 0, 1);
const tableEnd = Date.UTC(2100, 0, 1);
/** No zone has changed its clock twice within a week. */
const stepMs = 7 * dayMs;
const zones = new Map<string, Zone>();
/** Cache, since resolving a name takes as long as a small question. One zone has many names. */
const resolvedNames = new Map<string, string>();
const maxNames = 2_000;

/** Whether a name is an IANA time zone. Fixed offsets such as `+05:00` are not. */
export function isTimeZone(name: string): boolean {
  return resolveName(name) !== undefined;
}

/**
 * Returns the zone with a name, from this process's time zone data. The database's data may be older, and filters and
 * groups must agree on when a day starts.
 * @throws RangeError for an unknown time zone.
 */
export function openZone(name: string): Zone {
  const resolved = resolveName(name);
  if (resolved === undefined) throw new RangeError(`"${name}" is not a time zone.`);
  const known = zones.get(resolved);
  if (known) return known;
  const zone = readZone(resolved);
  zones.set(resolved, zone);
  return zone;
}

/** The calendar day of an instant, in milliseconds since 1970. */
export function dayAt(zone: Zone, instant: number): DayNumber {
  return Math.floor((instant + offsetAt(zone, instant)) / dayMs);
}

/** The UTC offset at an instant, in milliseconds. */
export function offsetAt(zone: Zone, instant: number): number {
  return zone.offsets[indexAt(zone, instant)]!;
}

/** The first instant of a day; for a day that the zone skipped, that of the next day. */
export function startOfDay(zone: Zone, day: DayNumber): number {
  return firstInstant(zone, day * dayMs);
}

/**
 * The first instant at which the local clock shows a time, or the next one after a skipped time. `local` is in
 * milliseconds as if it were UTC.
 */
export function firstInstant(zone: Zone, local: number): number {
  let index = indexAt(zone, local - dayMs);
  for (;;) {
    const instant = Math.max(local - zone.offsets[index]!, index === 0 ? -Infinity : zone.starts[index]!);
    const end = zone.starts[index + 1] ?? Infinity;
    if (instant < end) return instant;
    index += 1;
  }
}

/** The index in the table that applies at an instant. */
export function indexAt({ starts }: Zone, instant: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= instant) low = middle;
    else high = middle - 1;
  }
  return low;
}

function resolveName(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  const known = resolvedNames.get(name);
  if (known !== undefined) return known;
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
    if (resolvedNames.size >= maxNames) resolvedNames.clear();
    resolvedNames.set(name, resolved);
    return resolved;
  } catch {
    return undefined;
  }
}

function readZone(name: string): Zone {
  const readOffset = offsetReader(name);
  const starts = [tableStart];
  const offsets = [readOffset(tableStart)];
  let offset = offsets[0]!;
  for (let from = tableStart; from < tableEnd; from += stepMs) {
    const next = readOffset(from + stepMs);
    if (next === offset) continue;
    addOffset({ starts, offsets }, changeBetween(from, from + stepMs, readOffset), next);
    offset = next;
  }
  return { name, starts, offsets };
}

/** The first second with the later offset. */
function changeBetween(from: number, to: number, readOffset: (instant: number) => number): number {
  const before = readOffset(from);
  let [low, high] = [from, to];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (readOffset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function addOffset({ starts, offsets }: { starts: number[]; offsets: number[] }, at: number, offset: number): void {
  const dayBefore = Math.floor((at - 1 + offsets.at(-1)!) / dayMs);
  const isSetBackOverMidnight = Math.floor((at + offset) / dayMs) < dayBefore;
  starts.push(isSetBackOverMidnight ? dayBefore * dayMs - offset : at);
  offsets.push(offset);
}

function offsetReader(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = format.format(instant).match(/\d+/g)!.map(Number);
    const [month, day, year, hour, minute, second] = parts;
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
  };
}
