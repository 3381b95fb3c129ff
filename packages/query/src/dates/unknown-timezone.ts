import { nearest } from '@tallyhook/schemas';
import { isTimeZone } from './zone.ts';

/** Describes an invalid time zone name, with the nearest valid one as a suggestion; undefined for a valid name. */
export function unknownTimezone(name: string): { code: string; detail: string; suggestion?: string } | undefined {
  if (isTimeZone(name)) return undefined;
  const suggestion = nearest(name, Intl.supportedValuesOf('timeZone'));
  const advice = suggestion === undefined ? 'use a name such as "America/New_York"' : `did you mean "${suggestion}"?`;
  const detail = `"${name}" is not an IANA time zone: ${advice}`;
  return { code: 'unknown_timezone', detail, ...(suggestion === undefined ? {} : { suggestion }) };
}
