import { Problem, type Answer } from '@tallyhook/schemas';
import { answerReport } from '../reports/answer-report.ts';
import { turnOf } from '../questions/turn-of.ts';
import { defineRoute } from '../route.ts';
import { openShared } from '../shares/open-shared.ts';

export const postSharedAnswers = defineRoute({
  method: 'post',
  path: '/api/shared/answers',
  access: 'anyone',
  summary: 'Returns the answer to one report behind a link.',
  body: { json: 'SharedQuestion', limitBytes: 8 * 1024 },
  answer: 'Answer',
  problems: ['not_found', 'too_many_requests', 'invalid_question', 'query_timeout'],
  async handler(request, deps, response) {
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    response.setHeader('Cache-Control', 'no-store');
    const { secret, report: id } = request.body;
    const turn = turnOf(request, response, deps);
    const { caller, conditions, reports } = await openShared(deps, request, secret);
    const shown = reports.find(({ report }) => report.id === id);
    if (shown === undefined) throw new Problem('not_found', 'This link does not show a report with that id.');
    const question = { labels: true, recount: false, turn, conditions };
    const { answer } = await answerReport(deps, caller, shown.report, question);
    // How records are chosen is not for readers of the link.
    const asked = Object.entries(answer.meta.question).filter(([key]) => key !== 'filter');
    return { ...answer, meta: { ...answer.meta, question: Object.fromEntries(asked) } } as Answer;
  },
});
