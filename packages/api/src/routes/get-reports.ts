import { listDefinitions } from '@tallyhook/store/definitions';
import { describeReport, type ReportRow } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const getReports = defineRoute({
  method: 'get',
  path: '/api/reports',
  access: 'read',
  summary: 'Lists the reports of the branch.',
  answer: 'SavedReport[]',
  async handler(request, deps) {
    const { branch } = request.caller;
    const reports = await listDefinitions(deps.store, branch, 'report');
    const rows: ReportRow[] = [];
    // Sequential, so that the lookups take one place in the question queue at a time.
    for (const report of reports) rows.push(await describeReport(deps, branch, report));
    return rows;
  },
});
