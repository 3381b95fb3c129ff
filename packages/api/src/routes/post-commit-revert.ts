import { getCommit } from '@tallyhook/store/commits';
import { revertCommit } from '@tallyhook/store/merging';
import { describeCommit } from '../branches/describe-commit.ts';
import { reportLooked } from '../branches/report-looked.ts';
import { settleMerged } from '../branches/settle-merged.ts';
import { leaveSignal } from '../leave-signal.ts';
import { defineRoute } from '../route.ts';

export const postCommitRevert = defineRoute({
  method: 'post',
  path: '/api/commits/:id/revert',
  access: 'write',
  summary: 'Takes back what a commit changed, as a new commit.',
  body: { json: 'NewRevert', limitBytes: 4 * 1024 * 1024 },
  answer: 'MergeResult',
  lines: 'MergeLine',
  reportsProgress: true,
  problems: ['merge_conflict', 'invalid_input', 'invalid_record', 'would_lose'],
  async handler(request, deps, response) {
    const { branch, by } = request.caller;
    const reverted = await getCommit(deps.store, branch, request.params.id);
    const { message = `Revert "${reverted.message}"`, decisions, rest, acceptLoss } = request.body;
    const choices = { ...(decisions && { decisions }), ...(rest && { rest }), ...(acceptLoss && { acceptLoss }) };
    const onProgress = reportLooked((progress) => request.report(progress));
    const options = { id: reverted._id, message, by, ...choices, onProgress, signal: leaveSignal(response) };
    const commit = await revertCommit(deps.store, branch, options);
    if (commit) await settleMerged(deps, request.caller, commit._id);
    return { commit: commit && describeCommit(commit) };
  },
});
