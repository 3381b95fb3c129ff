const hourMs = 3_600_000;

/** Converts a wall-clock time of a zone, given as if in UTC, to the instant. */
export type LocalToInstant = (local: Date) => Date;

/**
 * Creates the converter for an IANA zone. A time skipped by daylight saving moves forward by the skipped hour; for a
 * time that occurs twice, the first is used.
 */
export function createLocalToInstant(timezone: string): LocalToInstant {
  const offsetAt = createOffsets(timezone);
  return (local) => {
    const localMs = local.getTime();
    const before = offsetAt(localMs - 24 * hourMs);
    const after = offsetAt(localMs + 24 * hourMs);
    const candidates = [localMs - Math.max(before, after), localMs - Math.min(before, after)];
    const right = candidates.find((ms) => ms + offsetAt(ms) === localMs);
    return new Date(right ?? localMs - before);
  };
}

/** The offset of the zone from UTC at an instant, in milliseconds; cached per quarter of an hour. */
function createOffsets(timezone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (ms) => {
    const quarter = Math.floor(ms / (hourMs / 4));
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const offset = offsetOf(format, quarter * (hourMs / 4));
    known.set(quarter, offset);
    return offset;
  };
}

function offsetOf(format: Intl.DateTimeFormat, ms: number): number {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year, month, day, hour, minute, second } = parts as Record<string, number>;
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - ms;
}
