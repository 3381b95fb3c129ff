import { getDefinition } from '@tallyhook/store/definitions';
import { answerReport } from '../reports/answer-report.ts';
import { parseConditions } from '../dashboards/parse-conditions.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute, sent } from '../route.ts';
import { wantsFreshAnswer, maxAgeSeconds, setKept } from '../kept-answer-headers.ts';
import { checkAccept, sendAnswer } from '../send-answer.ts';

export const getReportAnswer = defineRoute({
  method: 'get',
  path: '/api/reports/:id/answer',
  access: 'read',
  summary: 'Returns the answer to a saved report.',
  parameters: {
    labels: { kind: 'flag' },
    recount: { kind: 'flag' },
    conditions: { kind: 'text', maxLength: 16_000, json: 'AskedConditions' },
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
    'invalid_json',
    'not_acceptable',
  ],
  async handler(request, deps, response) {
    checkAccept(request);
    const { labels } = request.parameters;
    const conditions = parseConditions(request.parameters.conditions);
    const recount = request.parameters.recount || wantsFreshAnswer(request);
    const turn = turnOf(request, response, deps);
    const report = await getDefinition(deps.store, request.caller.branch, 'report', request.params.id);
    const maxAge = maxAgeSeconds(request);
    const question = { labels, recount, maxAge, turn, conditions };
    const { answer, timings } = await answerReport(deps, request.caller, report, question);
    // A recount must show its time, so never answer 304 even if the numbers are equal.
    if (recount) delete request.headers['if-none-match'];
    if (answer.meta.kept) setKept(response, { countedAt: answer.meta.countedAt, now: deps.now() });
    // Two counts can fall in the same second, so compare by ETag only.
    delete request.headers['if-modified-since'];
    sendAnswer(request, response, answer, timings);
    return sent;
  },
});
