import type { Report } from '@tallyhook/schemas';
import { getDefinition, refuseReadOnly, saveDefinition } from '@tallyhook/store';
import { checkReport } from '../reports/check-report.ts';
import { describeReport } from '../reports/describe-report.ts';
import { changedReportBody } from '../reports/report-body.ts';
import { defineRoute } from '../route.ts';

interface ReportPatch {
  revision: number;
  name?: string;
  definition?: Report;
}

/** Saves a change of a report, if nobody changed it since the revision that the caller names. */
export const patchReport = defineRoute({
  method: 'patch',
  path: '/api/reports/:id',
  needs: 'write',
  body: changedReportBody,
  async handler(request, response, deps) {
    const { branch, by } = request.caller;
    const patch = request.body as ReportPatch;
    const report = await getDefinition(deps.store, branch, 'report', request.params.id!);
    refuseReadOnly(report);
    if (patch.definition !== undefined) await checkReport(deps, request.caller, patch.definition);
    const { id, name, definition } = report;
    const saved = await saveDefinition(deps.store, branch, 'report', { id, name, definition, ...patch }, by);
    response.json(await describeReport(deps, branch, saved));
  },
});
