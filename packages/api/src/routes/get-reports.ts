import { listDefinitions } from '@tallyhook/store';
import { describeReport, type ReportRow } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

/** The reports of the branch. */
export const getReports = defineRoute({
  method: 'get',
  path: '/api/reports',
  needs: 'read',
  async handler(request, response, deps) {
    const { branch } = request.caller;
    const reports = await listDefinitions(deps.store, branch, 'report');
    const rows: ReportRow[] = [];
    // One after another: what has to be looked up for them takes one turn among the questions, not all.
    for (const report of reports) rows.push(await describeReport(deps, branch, report));
    response.json(rows);
  },
});
