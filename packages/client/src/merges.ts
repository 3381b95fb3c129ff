import type { DifferencePage, MergePreview, MergeResult, NewMerge } from '@tallyhook/schemas/api';
import type { RoutePlace } from '@tallyhook/schemas/routes';
import type { Caller, LongCall } from './caller.ts';

/** Merges of one branch into another. */
export interface Merges {
  /** Counts what a merge would change, and lists the conflicts. */
  preview(
    branches: RoutePlace<'GET /api/merges/preview'>['query'],
    options?: { signal?: AbortSignal },
  ): Promise<MergePreview>;
  /** Lists what a merge would change in one type. */
  differences(wanted: RoutePlace<'GET /api/merges/differences'>['query']): Promise<DifferencePage>;
  /**
   * Merges everything, or nothing. `decisions` choose a side of each conflict, `rest` one for all others.
   * @throws Problem `merge_conflict` if a conflict has neither.
   */
  merge(merge: NewMerge, options?: LongCall<'POST /api/merges'>): Promise<MergeResult>;
}

export function createMerges({ call, callLong }: Caller): Merges {
  return {
    preview: (branches, { signal } = {}) => call('GET /api/merges/preview', { query: branches, signal }),
    differences: (wanted) => call('GET /api/merges/differences', { query: wanted }),
    merge: (merge, options = {}) => callLong('POST /api/merges', { body: merge }, options),
  };
}
