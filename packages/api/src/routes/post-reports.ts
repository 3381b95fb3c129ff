import type { Dashboard } from '@tallyhook/schemas';
import { newId } from '@tallyhook/store';
import { saveDefinition, saveDefinitionWith } from '@tallyhook/store/definitions';
import { addTile } from '../dashboards/tiles.ts';
import { checkReport, mistakesOfDefinition } from '../reports/check-report.ts';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const postReports = defineRoute({
  method: 'post',
  path: '/api/reports',
  access: 'write',
  summary: 'Saves a new report.',
  body: { json: 'NewReport', isQuestion: true, alsoWrong: mistakesOfDefinition },
  answer: 'SavedReport',
  status: 201,
  problems: ['invalid_question'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const { name, definition, dashboard } = request.body;
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
    return describeReport(deps, branch, saved);
  },
});

function withTile({ definition }: { definition: unknown }, report: string): { definition: Dashboard } {
  const dashboard = definition as Dashboard;
  return { definition: { ...dashboard, tiles: addTile(dashboard.tiles, { id: newId(), report, width: 1 }) } };
}
