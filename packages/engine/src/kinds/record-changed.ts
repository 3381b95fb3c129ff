import { Problem } from '@tallyhook/schemas';
import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import { openBranchOf } from '@tallyhook/store/branches';
import { isBulk, readChange } from '@tallyhook/store/changes';
import type { TriggerWork } from './work.ts';

export const recordChanged: TriggerWork<Extract<WorkflowStart, { kind: 'recordChanged' }>> = {
  async readRoots(store, { change, operation }, run) {
    const branch = await openBranchOf(store, run);
    const entry = await readChange(store, branch, change);
    if (entry === null) throw new Problem('not_found', `The change ${change} is no longer in the log of the branch.`);
    const { by, at } = entry;
    if (isBulk(entry)) return { operation, change, by, at, count: entry.count, record: null, before: null };
    return { operation, change, by, at, count: 1, record: entry.after, before: entry.before };
  },
};
