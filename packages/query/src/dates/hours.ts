import { indexAt, type Zone } from './zone.ts';

/** A half-open range of instants, in milliseconds since 1970. */
export interface HourRange {
  from: number;
  before: number;
}

const hourMs = 3_600_000;
const pattern = /^(\d{4}-\d\d-\d\dT\d\d):00:00([+-])(\d\d):(\d\d)(?::(\d\d))?$/;

/**
 * The local hour that contains an instant. If the clock changes within an hour, each offset gets its own part of it, so
 * no two hours share an instant.
 */
export function hourAt(zone: Zone, instant: number): HourRange {
  const index = indexAt(zone, instant);
  const local = instant + zone.offsets[index]!;
  return within(zone, index, Math.floor(local / hourMs) * hourMs);
}

/** The key of an hour: local time with the UTC offset, which distinguishes the two hours when summer time ends. */
export function formatHour(zone: Zone, instant: number): string {
  const offset = zone.offsets[indexAt(zone, instant)]!;
  const local = Math.floor((instant + offset) / hourMs) * hourMs;
  const seconds = Math.abs(offset) / 1_000;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, ...(seconds % 60 ? [seconds % 60] : [])];
  const shown = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return `${new Date(local).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${shown}`;
}

/**
 * The instants of a key's hour; undefined for an invalid key, or one with an offset that the zone does not have then.
 */
export function parseHour(text: string, zone: Zone): HourRange | undefined {
  const [, hour, sign, ...parts] = pattern.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  const offset = (sign === '-' ? -1 : 1) * (hours * 3_600 + minutes * 60 + seconds) * 1_000;
  const local = Date.parse(`${hour}:00:00Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 13) !== hour) return undefined;
  // The offset may start or end within the hour.
  const index = [local - offset, local - offset + hourMs - 1]
    .map((instant) => indexAt(zone, instant))
    .find((one) => zone.offsets[one] === offset);
  return index === undefined ? undefined : within(zone, index, local);
}

function within({ starts, offsets }: Zone, index: number, local: number): HourRange {
  const from = local - offsets[index]!;
  const start = index === 0 ? -Infinity : starts[index]!;
  return { from: Math.max(from, start), before: Math.min(from + hourMs, starts[index + 1] ?? Infinity) };
}
