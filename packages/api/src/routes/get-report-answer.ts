import { getDefinition } from '@tallyhook/store';
import { leaveSignal } from '../leave-signal.ts';
import { answerReport } from '../reports/answer-report.ts';
import { defineRoute } from '../route.ts';
import { sendAnswer } from '../send-answer.ts';

/** The answer to a report as it is saved; `recount` counts now, whatever is kept. */
export const getReportAnswer = defineRoute({
  method: 'get',
  path: '/api/reports/:id/answer',
  needs: 'read',
  parameters: { labels: { kind: 'flag' }, recount: { kind: 'flag' } },
  async handler(request, response, deps) {
    const { labels, recount } = request.parameters;
    const signal = leaveSignal(response);
    const report = await getDefinition(deps.store, request.caller.branch, 'report', request.params.id!);
    const question = { labels, recount, arrivedAt: request.arrivedAt, signal };
    const { answer, timings } = await answerReport(deps, request.caller, report, question);
    // Whoever counts again wants to see when: equal numbers are no reason to say nothing.
    if (recount) delete request.headers['if-none-match'];
    sendAnswer(request, response, answer, timings);
  },
});
