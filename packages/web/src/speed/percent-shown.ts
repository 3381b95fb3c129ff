import type { FieldSpeed } from '@tallyhook/schemas/api';

/**
 * The build progress to show, given what was shown before. The database reports no progress between build phases, and
 * an interrupted build starts over; the shown value never decreases until the job ends.
 */
export function percentShown(before: number | null, { state, percent }: FieldSpeed['index']): number | null {
  if (state !== 'building') return null;
  return before === null || percent === null ? (percent ?? before) : Math.max(before, percent);
}
