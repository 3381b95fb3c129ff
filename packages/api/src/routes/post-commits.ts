import { commitBranch } from '@tallyhook/store/commits';
import { describeCommit } from '../branches/describe-commit.ts';
import { defineRoute } from '../route.ts';

export const postCommits = defineRoute({
  method: 'post',
  path: '/api/commits',
  access: 'write',
  summary: 'Commits everything that was changed on the branch since its last commit.',
  body: 'NewCommit',
  answer: 'Commit',
  status: 201,
  problems: ['invalid_input', 'revision_conflict'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    return describeCommit(await commitBranch(store, branch, { message: request.body.message, by }));
  },
});
