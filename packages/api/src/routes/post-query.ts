import { questionLimitBytes, textLimitBytes } from '../parse-question.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute, sent } from '../route.ts';
import { checkAccept, sendAnswer } from '../send-answer.ts';

export const postQuery = defineRoute({
  method: 'post',
  path: '/api/query',
  access: { key: 'read' },
  summary: 'Asks the question in the body with an API key. The method QUERY (RFC 10008) does the same.',
  asks: true,
  parameters: { labels: { kind: 'flag' }, explain: { kind: 'flag' } },
  body: {
    json: 'AskedQuestion',
    unchecked: 'anything',
    limitBytes: questionLimitBytes,
    textLimitBytes,
    isQuestion: true,
  },
  answer: 'Answer',
  otherTypes: ['text/csv'],
  also: { 304: { description: 'The client already has the current version.', isEmpty: true } },
  problems: [
    'invalid_question',
    'query_timeout',
    'too_many_requests',
    'plan_used_up',
    'body_too_large',
    'not_acceptable',
  ],
  async handler(request, deps, response) {
    checkAccept(request);
    response.setHeader('Accept-Query', 'application/json');
    const { labels, explain } = request.parameters;
    const question = { input: request.body, labels, explain, turn: turnOf(request, response, deps) };
    const { answer, timings } = await askQuestion(deps, request.caller, question);
    sendAnswer(request, response, answer, timings);
    return sent;
  },
});
