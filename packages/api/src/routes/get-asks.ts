import { listOpenAsks } from '@tallyhook/store/runs';
import { defineRoute } from '../route.ts';
import { answerableBy, describeQuestion } from '../workflows/describe-question.ts';

const maxShown = 200;

export const getAsks = defineRoute({
  method: 'get',
  path: '/api/asks',
  access: 'read',
  summary: 'Lists what runs of the branch ask people and nobody has answered, the oldest first.',
  answer: 'PersonQuestion[]',
  async handler(request, { store }) {
    const [waits, mayAnswer] = await Promise.all([
      listOpenAsks(store, request.caller.branch.id, maxShown),
      answerableBy(store, request.caller),
    ]);
    return waits.map((wait) => describeQuestion(wait, wait.asked!, mayAnswer(wait)));
  },
});
