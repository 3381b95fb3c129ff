import { parseQuestion } from '../parse-question.ts';
import { askForReport } from '../questions/ask-for-report.ts';
import { askCompared } from '../questions/ask-compared.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute, sent } from '../route.ts';
import { checkAccept, sendAnswer } from '../send-answer.ts';

/**
 * Asks a question about the records of a branch. A signed-in person names workspace and branch; a key has its own.
 * `report` is the report on whose page the question is tried out; `compare` adds the figures of the period before.
 */
export const getQuery = defineRoute({
  method: 'get',
  path: '/api/query',
  access: 'read',
  summary: 'Asks a question about all records of one type.',
  asks: true,
  parameters: {
    q: { kind: 'text', required: true, maxLength: Infinity, json: 'AskedQuestion' },
    labels: { kind: 'flag' },
    explain: { kind: 'flag' },
    report: { kind: 'text', maxLength: 100 },
    compare: { kind: 'choice', values: ['previousPeriod'] },
  },
  answer: 'Answer',
  otherTypes: ['text/csv'],
  also: { 304: { description: 'The client already has the current version.', isEmpty: true } },
  problems: [
    'invalid_question',
    'query_timeout',
    'plan_used_up',
    'too_many_requests',
    'body_too_large',
    'invalid_json',
    'not_acceptable',
  ],
  async handler(request, deps, response) {
    checkAccept(request);
    const { q, labels, explain, report, compare } = request.parameters;
    const input = parseQuestion(q);
    const question = { input, labels, explain, turn: turnOf(request, response, deps) };
    const ask = report === undefined ? askQuestion : askForReport;
    const { answer, timings } =
      compare === undefined
        ? await ask(deps, request.caller, question)
        : await askCompared(deps, request.caller, question, ask);
    sendAnswer(request, response, answer, timings);
    return sent;
  },
});
