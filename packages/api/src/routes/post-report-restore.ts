import { restoreDefinition } from '@tallyhook/store/definitions';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const postReportRestore = defineRoute({
  method: 'post',
  path: '/api/reports/:id/restore',
  access: 'write',
  summary: 'Brings a deleted report back as it was, under its id.',
  answer: 'SavedReport',
  problems: ['read_only'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const restored = await restoreDefinition(deps.store, branch, 'report', request.params.id, by);
    return describeReport(deps, branch, restored);
  },
});
