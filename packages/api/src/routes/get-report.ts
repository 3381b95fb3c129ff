import { getDefinition } from '@tallyhook/store/definitions';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const getReport = defineRoute({
  method: 'get',
  path: '/api/reports/:id',
  access: 'read',
  summary: 'Returns a report.',
  answer: 'SavedReport',
  async handler(request, deps) {
    const { branch } = request.caller;
    const report = await getDefinition(deps.store, branch, 'report', request.params.id);
    return describeReport(deps, branch, report);
  },
});
