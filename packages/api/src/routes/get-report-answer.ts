import { getDefinition } from '@tallyhook/store/definitions';
import { answerReport } from '../reports/answer-report.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute, sent } from '../route.ts';
import { asksAnew, mostAgeSeconds, setKept } from '../kept-answer-headers.ts';
import { checkAccept, sendAnswer } from '../send-answer.ts';

export const getReportAnswer = defineRoute({
  method: 'get',
  path: '/api/reports/:id/answer',
  access: 'read',
  summary: 'The answer to a report as it is saved.',
  parameters: { labels: { kind: 'flag' }, recount: { kind: 'flag' } },
  answer: 'Answer',
  otherTypes: ['text/csv'],
  also: { 304: { description: 'The client holds the same already.', isEmpty: true } },
  problems: ['invalid_question', 'query_timeout', 'too_many_requests', 'body_too_large', 'not_acceptable'],
  async handler(request, deps, response) {
    checkAccept(request);
    const { labels } = request.parameters;
    const recount = request.parameters.recount || asksAnew(request);
    const turn = turnOf(request, response, deps);
    const report = await getDefinition(deps.store, request.caller.branch, 'report', request.params.id);
    const mostAge = mostAgeSeconds(request);
    const question = { labels, recount, mostAge, turn };
    const { answer, timings } = await answerReport(deps, request.caller, report, question);
    // Whoever counts again wants to see when: equal numbers are no reason to say nothing.
    if (recount) delete request.headers['if-none-match'];
    if (answer.meta.kept) setKept(response, { countedAt: answer.meta.countedAt, now: deps.now() });
    // Two counts may be of one second: answers are told apart by their tag alone.
    delete request.headers['if-modified-since'];
    sendAnswer(request, response, answer, timings);
    return sent;
  },
});
