import type { FieldSpeed } from '@tallyhook/schemas/api';

/**
 * How much of an index is shown as built, after what was shown before. The database tells of no progress between the
 * phases of a build, and one that was interrupted begins again: what was shown never gets less until the job is over.
 */
export function percentShown(before: number | null, { state, percent }: FieldSpeed['index']): number | null {
  if (state !== 'building') return null;
  return before === null || percent === null ? (percent ?? before) : Math.max(before, percent);
}
