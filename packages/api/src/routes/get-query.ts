import { leaveSignal } from '../leave-signal.ts';
import { parseQuestion } from '../parse-question.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { defineRoute } from '../route.ts';
import { sendAnswer } from '../send-answer.ts';

/** Asks a question of the records of a branch: a signed-in person names workspace and branch, a key has its own. */
export const getQuery = defineRoute({
  method: 'get',
  path: '/api/query',
  needs: 'read',
  parameters: {
    q: { kind: 'text', required: true, maxLength: Infinity },
    labels: { kind: 'flag' },
    explain: { kind: 'flag' },
  },
  async handler(request, response, deps) {
    const { q, labels, explain } = request.parameters;
    const input = parseQuestion(q);
    const question = { input, labels, explain, arrivedAt: request.arrivedAt, signal: leaveSignal(response) };
    const { answer, timings } = await askQuestion(deps, request.caller, question);
    sendAnswer(request, response, answer, timings);
  },
});
