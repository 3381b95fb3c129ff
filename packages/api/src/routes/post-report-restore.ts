import { restoreDefinition } from '@tallyhook/store';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

/** Brings a deleted report back under its id: its tiles show it again. */
export const postReportRestore = defineRoute({
  method: 'post',
  path: '/api/reports/:id/restore',
  needs: 'write',
  async handler(request, response, deps) {
    const { branch, by } = request.caller;
    const restored = await restoreDefinition(deps.store, branch, 'report', request.params.id!, by);
    response.json(await describeReport(deps, branch, restored));
  },
});
