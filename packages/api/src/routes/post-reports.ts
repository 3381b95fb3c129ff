import type { Report } from '@tallyhook/schemas';
import { saveDefinition } from '@tallyhook/store';
import { checkReport } from '../reports/check-report.ts';
import { newReportBody } from '../reports/report-body.ts';
import { defineRoute } from '../route.ts';

/** Saves a new report. */
export const postReports = defineRoute({
  method: 'post',
  path: '/api/reports',
  needs: 'write',
  body: newReportBody,
  async handler(request, response, deps) {
    const { branch, by } = request.caller;
    const { name, definition } = request.body as { name: string; definition: Report };
    await checkReport(deps, request.caller, definition);
    response.status(201).json(await saveDefinition(deps.store, branch, 'report', { name, definition }, by));
  },
});
