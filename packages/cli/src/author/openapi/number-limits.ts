import type { ValueSchema } from '@tallyhook/schemas';
import type { Place } from './place.ts';

/**
 * The smallest and largest number. Up to 3.0 `exclusiveMinimum` is a flag beside `minimum`, since 3.1 a number; for
 * whole numbers the next one takes its place, for others the bound itself is let through.
 */
export function numberLimits(place: Place, type: 'number' | 'integer'): ValueSchema {
  const value = place.value as Record<string, unknown>;
  const least = bound(value['minimum'], value['exclusiveMinimum'], type === 'integer' ? 1 : 0);
  const most = bound(value['maximum'], value['exclusiveMaximum'], type === 'integer' ? -1 : 0);
  return { ...(isLimit(least) && { minimum: least }), ...(isLimit(most) && { maximum: most }) };
}

/** The bounds of a 64-bit integer, which many documents write, are larger than a number can be, and exclude none. */
function isLimit(value: number | undefined): value is number {
  return value !== undefined && (Number.isSafeInteger(value) || !Number.isInteger(value));
}

function bound(inclusive: unknown, exclusive: unknown, step: number): number | undefined {
  if (typeof exclusive === 'number') return Number.isInteger(exclusive) ? exclusive + step : exclusive;
  if (typeof inclusive !== 'number') return undefined;
  return exclusive === true && Number.isInteger(inclusive) ? inclusive + step : inclusive;
}
