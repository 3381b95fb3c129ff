import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import { openBranchOf } from '@tallyhook/store/branches';
import { getRecord } from '@tallyhook/store/records';
import type { TriggerWork } from './work.ts';

export const button: TriggerWork<Extract<WorkflowStart, { kind: 'button' }>> = {
  async readRoots(store, { by, inputs, record }, run) {
    if (record === undefined) return { by, inputs };
    const branch = await openBranchOf(store, run);
    return { by, inputs, record: await getRecord(store, branch, record.type, record.id) };
  },
};
