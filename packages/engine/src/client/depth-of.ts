import type { Run } from '@tallyhook/store/runs';

/** How many runs led to a run, by calls and by changed records. */
export function depthOf({ trigger }: Pick<Run, 'trigger'>): number {
  return 'depth' in trigger ? trigger.depth : 0;
}
