import { restoreDefinition } from '@tallyhook/store/definitions';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const postReportRestore = defineRoute({
  method: 'post',
  path: '/api/reports/:id/restore',
  access: 'write',
  summary: 'Restores a deleted report under its id.',
  answer: 'SavedReport',
  problems: ['read_only'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const restored = await restoreDefinition(deps.store, branch, 'report', request.params.id, by);
    return describeReport(deps, branch, restored);
  },
});
