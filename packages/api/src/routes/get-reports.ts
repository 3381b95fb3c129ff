import { listDefinitions } from '@tallyhook/store';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

/** The reports of the branch. */
export const getReports = defineRoute({
  method: 'get',
  path: '/api/reports',
  needs: 'read',
  async handler(request, response, deps) {
    const { branch } = request.caller;
    const reports = await listDefinitions(deps.store, branch, 'report');
    response.json(await Promise.all(reports.map((report) => describeReport(deps, branch, report))));
  },
});
