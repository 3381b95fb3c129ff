import { Problem } from '@tallyhook/schemas';
import type { WorkflowStart } from '@tallyhook/schemas/kinds';
import { openBranch } from '@tallyhook/store/branches';
import { readChange } from '@tallyhook/store/changes';
import type { TriggerWork } from './work.ts';

export const recordChanged: TriggerWork<Extract<WorkflowStart, { kind: 'recordChanged' }>> = {
  async readRoots(store, { change, operation }, { workspaceId, branchName }) {
    const branch = await openBranch(store, workspaceId, branchName);
    const entry = await readChange(store, branch, change);
    if (entry === null) throw new Problem('not_found', `The change ${change} is no longer in the log of the branch.`);
    const { by, at } = entry;
    if (entry.kind === 'import' || entry.kind === 'bulk')
      return { operation, change, by, at, count: entry.count, record: null, before: null };
    return { operation, change, by, at, count: 1, record: entry.after, before: entry.before };
  },
};
