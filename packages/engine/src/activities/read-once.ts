import type { Run } from '@tallyhook/store/runs';

/** An activity that runs several steps passes the same run to all of them: what it has read is kept with that object. */
const kept = new WeakMap<Run, Map<string, Promise<unknown>>>();

/** Reads something once for all steps that get the same run. */
export function readOnce<Value>(run: Run, what: string, read: () => Promise<Value>): Promise<Value> {
  const known = kept.get(run) ?? new Map<string, Promise<unknown>>();
  kept.set(run, known);
  const found = known.get(what) as Promise<Value> | undefined;
  if (found !== undefined) return found;
  const reading = read();
  known.set(what, reading);
  reading.catch(() => known.delete(what));
  return reading;
}
