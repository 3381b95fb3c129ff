import { getDefinition } from '@tallyhook/store';
import { describeReport } from '../reports/describe-report.ts';
import { defineRoute } from '../route.ts';

/** One report as it is saved. */
export const getReport = defineRoute({
  method: 'get',
  path: '/api/reports/:id',
  needs: 'read',
  async handler(request, response, deps) {
    const { branch } = request.caller;
    const report = await getDefinition(deps.store, branch, 'report', request.params.id!);
    response.json(await describeReport(deps, branch, report));
  },
});
