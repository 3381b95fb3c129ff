import { openBranch } from '@tallyhook/store/branches';
import { mergeBranch } from '@tallyhook/store/merging';
import { requireMerge } from '../branches/branch-roles.ts';
import { describeCommit } from '../branches/describe-commit.ts';
import { openBoth } from '../branches/open-both.ts';
import { reportLooked } from '../branches/report-looked.ts';
import { settleMerged } from '../branches/settle-merged.ts';
import { leaveSignal } from '../leave-signal.ts';
import { defineRoute } from '../route.ts';

export const postMerges = defineRoute({
  method: 'post',
  path: '/api/merges',
  access: { person: 'act' },
  summary: 'Merges one branch into another: everything, or nothing.',
  body: { json: 'NewMerge', limitBytes: 4 * 1024 * 1024 },
  answer: 'MergeResult',
  lines: 'MergeLine',
  reportsProgress: true,
  problems: ['not_found', 'merge_conflict', 'invalid_input', 'invalid_record', 'would_lose'],
  async requires({ caller, body: { into } }, { store }) {
    requireMerge(caller, await openBranch(store, caller.workspaceId, into));
  },
  async handler(request, deps, response) {
    const { store } = deps;
    const { workspaceId, by } = request.caller;
    const { message = `Merge ${request.body.from}`, decisions, rest, acceptLoss } = request.body;
    const { from, into } = await openBoth(store, workspaceId, request.body);
    requireMerge(request.caller, into);
    const onProgress = reportLooked((progress) => request.report(progress));
    const choices = { ...(decisions && { decisions }), ...(rest && { rest }), ...(acceptLoss && { acceptLoss }) };
    const signal = leaveSignal(response);
    const commit = await mergeBranch(store, { into, from, message, by, ...choices, onProgress, signal });
    if (commit) await settleMerged(deps, { branch: into, by }, commit._id);
    return { commit: commit && describeCommit(commit) };
  },
});
