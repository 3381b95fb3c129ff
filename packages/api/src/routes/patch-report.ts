import { getDefinition, refuseReadOnly, saveDefinition } from '@tallyhook/store/definitions';
import { checkReport, mistakesOfDefinition } from '../reports/check-report.ts';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

export const patchReport = defineRoute({
  method: 'patch',
  path: '/api/reports/:id',
  access: 'write',
  summary: 'Changes a report.',
  body: { json: 'ReportPatch', isQuestion: true, alsoWrong: mistakesOfDefinition },
  answer: 'SavedReport',
  problems: ['revision_conflict', 'read_only', 'invalid_question'],
  async handler(request, deps) {
    const { branch, by } = request.caller;
    const patch = request.body;
    const report = await getDefinition(deps.store, branch, 'report', request.params.id);
    refuseReadOnly(report);
    if (patch.definition !== undefined) await checkReport(deps, request.caller, patch.definition);
    const { id, name, definition } = report;
    const saved = await saveDefinition(deps.store, branch, 'report', { id, name, definition, ...patch }, by);
    return describeReport(deps, branch, saved);
  },
});
