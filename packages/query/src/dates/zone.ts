import { dayMs, type DayNumber } from './days.ts';

/**
 * A time zone as what it adds to UTC, in milliseconds: `offsets[i]` holds from `starts[i]` until the next start. Before
 * 1900 and after 2099 the first and the last offset go on.
 *
 * The offsets are those by which days change. Where clocks were once set back over midnight (Newfoundland, until 2011),
 * the new day stays: a day is one stretch of time, so that a group's key, sent back as a filter, finds its records.
 */
export interface Zone {
  name: string;
  starts: readonly number[];
  offsets: readonly number[];
}

const tableStart = Date.UTC(1900, 0, 1);
const tableEnd = Date.UTC(2100, 0, 1);
/** No zone changed its clock twice within a week. */
const stepMs = 7 * dayMs;
const zones = new Map<string, Zone>();
/** Finding out what a name stands for takes as long as a small question does; a name may be written in many ways. */
const resolvedNames = new Map<string, string>();
const mostNames = 2_000;

/** Whether a name is that of an IANA time zone. Fixed offsets such as `+05:00` are none. */
export function isTimeZone(name: string): boolean {
  return resolveName(name) !== undefined;
}

/**
 * The zone of a name, by the time zone data of this process: the database's own may be older, and a filter and a group
 * must agree about when a day begins. Throws RangeError for what is no zone.
 */
export function openZone(name: string): Zone {
  const resolved = resolveName(name);
  if (resolved === undefined) throw new RangeError(`"${name}" is no time zone.`);
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

/** What the zone adds to UTC at an instant, in milliseconds. */
export function offsetAt(zone: Zone, instant: number): number {
  return zone.offsets[indexAt(zone, instant)]!;
}

/** The first instant of a day; of a day that the zone skipped, that of the next one. */
export function startOfDay(zone: Zone, day: DayNumber): number {
  return firstInstant(zone, day * dayMs);
}

/** The first instant at which the clock shows a time, given as if it were UTC, or a later one where it skips that. */
export function firstInstant(zone: Zone, local: number): number {
  let index = indexAt(zone, local - dayMs);
  for (;;) {
    const instant = Math.max(local - zone.offsets[index]!, index === 0 ? -Infinity : zone.starts[index]!);
    const end = zone.starts[index + 1] ?? Infinity;
    if (instant < end) return instant;
    index += 1;
  }
}

/** Which stretch of the table an instant lies in. */
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
    if (resolvedNames.size >= mostNames) resolvedNames.clear();
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
    addStretch({ starts, offsets }, changeBetween(from, from + stepMs, readOffset), next);
    offset = next;
  }
  return { name, starts, offsets };
}

/** The first second of the later offset. */
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

function addStretch({ starts, offsets }: { starts: number[]; offsets: number[] }, at: number, offset: number): void {
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
