import { listDefinitions } from '@tallyhook/store/definitions';
import { describeReport, type ReportRow } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const getReports = defineRoute({
  method: 'get',
  path: '/api/reports',
  access: 'read',
  summary: 'The reports of the branch.',
  answer: 'SavedReport[]',
  async handler(request, deps) {
    const { branch } = request.caller;
    const reports = await listDefinitions(deps.store, branch, 'report');
    const rows: ReportRow[] = [];
    // One after another: what has to be looked up for them takes one turn among the questions, not all.
    for (const report of reports) rows.push(await describeReport(deps, branch, report));
    return rows;
  },
});
