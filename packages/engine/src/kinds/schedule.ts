import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import type { TriggerWork } from './work.ts';

export const schedule: TriggerWork<Extract<WorkflowStart, { kind: 'schedule' }>> = {
  readRoots: (_store, { at }) => Promise.resolve({ at }),
};
