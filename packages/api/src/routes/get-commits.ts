import { listCommits, readUncommitted } from '@tallyhook/store/commits';
import { nameAuthors } from '../branches/name-values.ts';
import { describeCommit } from '../branches/describe-commit.ts';
import { defineRoute } from '../route.ts';

const commitsOfPage = 50;

export const getCommits = defineRoute({
  method: 'get',
  path: '/api/commits',
  access: 'read',
  summary: 'Lists the commits of the branch, newest first, and counts what was changed since the last one.',
  parameters: { cursor: { kind: 'text', maxLength: 24 } },
  answer: 'CommitPage',
  problems: ['invalid_input'],
  async handler(request, { store }) {
    const { branch } = request.caller;
    const page = { limit: commitsOfPage + 1, before: request.parameters.cursor };
    const [uncommitted, found] = await Promise.all([readUncommitted(store, branch), listCommits(store, branch, page)]);
    const names = await nameAuthors(
      store,
      branch,
      found.map(({ by }) => by),
    );
    const commits = found.slice(0, commitsOfPage).map((commit) => describeCommit(commit, names));
    const isMore = found.length > commitsOfPage;
    return { uncommitted: uncommitted.counts, commits, ...(isMore && { nextCursor: commits.at(-1)!.id }) };
  },
});
