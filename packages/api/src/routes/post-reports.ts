import type { Dashboard, Report } from '@tallyhook/schemas';
import { newId, saveDefinition, saveDefinitionWith } from '@tallyhook/store';
import { addTile } from '../dashboards/tiles.ts';
import { checkReport } from '../reports/check-report.ts';
import { describeReport } from '../reports/describe-report.ts';
import { newReportBody } from '../reports/report-body.ts';
import { defineRoute } from '../route.ts';

interface NewReport {
  name: string;
  definition: Report;
  /** The dashboard that is open: the report is put on it too. */
  dashboard?: string;
}

/** Saves a new report, with a tile on the dashboard that is named: both or neither. */
export const postReports = defineRoute({
  method: 'post',
  path: '/api/reports',
  needs: 'write',
  body: newReportBody,
  async handler(request, response, deps) {
    const { branch, by } = request.caller;
    const { name, definition, dashboard } = request.body as NewReport;
    await checkReport(deps, request.caller, definition);
    const saved =
      dashboard === undefined
        ? await saveDefinition(deps.store, branch, 'report', { name, definition }, by)
        : await saveDefinitionWith(
            deps.store,
            branch,
            'report',
            { name, definition, other: { kind: 'dashboard', id: dashboard, change: withTile } },
            by,
          );
    response.status(201).json(await describeReport(deps, branch, saved));
  },
});

function withTile({ definition }: { definition: unknown }, report: string): { definition: Dashboard } {
  return { definition: { tiles: addTile((definition as Dashboard).tiles, { id: newId(), report, width: 1 }) } };
}
