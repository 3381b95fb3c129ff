import { listDefinitions } from '@tallyhook/store';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

/** The reports of the branch. */
export const getReports = defineRoute({
  method: 'get',
  path: '/api/reports',
  needs: 'read',
  async handler(request, response, { store, now }) {
    const { branch } = request.caller;
    const reports = await listDefinitions(store, branch, 'report');
    response.json(reports.map((report) => describeReport(branch, report, now())));
  },
});
