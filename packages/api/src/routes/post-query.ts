import { leaveSignal } from '../leave-signal.ts';
import { questionLimitBytes, textLimitBytes } from '../parse-question.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { defineRoute } from '../route.ts';
import { checkAccept, sendAnswer } from '../send-answer.ts';

/** Asks a question with an API key; the body is the question. */
export const postQuery = defineRoute({
  method: 'post',
  path: '/api/query',
  needs: 'read',
  only: 'key',
  asks: true,
  parameters: { labels: { kind: 'flag' }, explain: { kind: 'flag' } },
  body: { limitBytes: questionLimitBytes, moreForTexts: textLimitBytes, schema: {}, isQuestion: true },
  async handler(request, response, deps) {
    checkAccept(request);
    response.setHeader('Accept-Query', 'application/json');
    const { labels, explain } = request.parameters;
    const question = {
      input: request.body,
      labels,
      explain,
      arrivedAt: request.arrivedAt,
      signal: leaveSignal(response),
    };
    const { answer, timings } = await askQuestion(deps, request.caller, question);
    sendAnswer(request, response, answer, timings);
  },
});
