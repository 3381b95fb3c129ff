import type { Report } from '@tallyhook/schemas';
import { getDefinition } from '@tallyhook/store';
import { leaveSignal } from '../leave-signal.ts';
import { askQuestion } from '../questions/ask-question.ts';
import { questionOf } from '../reports/check-report.ts';
import { defineRoute } from '../route.ts';
import { sendAnswer } from '../send-answer.ts';

/** The answer to a report as it is saved. */
export const getReportAnswer = defineRoute({
  method: 'get',
  path: '/api/reports/:id/answer',
  needs: 'read',
  parameters: { labels: { kind: 'flag' } },
  async handler(request, response, deps) {
    const { labels } = request.parameters;
    const signal = leaveSignal(response);
    const { definition } = await getDefinition(deps.store, request.caller.branch, 'report', request.params.id!);
    const question = { input: questionOf(definition as Report), labels, arrivedAt: request.arrivedAt, signal };
    const { answer, timings } = await askQuestion(deps, request.caller, question);
    sendAnswer(request, response, answer, timings);
  },
});
