import { countUnread } from '@tallyhook/store/messages';
import { countUndecidedRuns, listOpenAsks } from '@tallyhook/store/runs';
import { countBrokenAccounts } from '../connectors/count-broken-accounts.ts';
import { defineRoute } from '../route.ts';
import { answerableBy } from '../workflows/describe-question.ts';

/** Counting stops here. */
const atMost = 100;

export const getAttention = defineRoute({
  method: 'get',
  path: '/api/attention',
  access: 'read',
  summary:
    'Counts what waits for the caller: on the branch, questions of runs and steps that need a decision; unread messages; and accounts to connect again.',
  answer: 'Attention',
  async handler(request, { store }) {
    const { workspaceId, personId, branch, abilities } = request.caller;
    const [waits, mayAnswer, undecided, messages, brokenAccounts] = await Promise.all([
      listOpenAsks(store, branch.id, atMost),
      answerableBy(store, request.caller),
      abilities.has('write') ? countUndecidedRuns(store, branch.id, atMost) : 0,
      personId === undefined ? 0 : countUnread(store, { workspaceId, personId }, atMost),
      countBrokenAccounts(store, request.caller),
    ]);
    return { questions: waits.filter(mayAnswer).length, decisions: undecided, messages, brokenAccounts, atMost };
  },
});
