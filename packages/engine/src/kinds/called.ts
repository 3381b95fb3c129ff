import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import type { TriggerWork } from './work.ts';

export const called: TriggerWork<Extract<WorkflowStart, { kind: 'called' }>> = {
  readRoots: (_store, { inputs, runId }) => Promise.resolve({ inputs, runId }),
};
