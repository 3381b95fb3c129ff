import { changeDefinition } from '@tallyhook/store';
import { dashboardBody } from '../dashboards/dashboard-body.ts';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

/** Renames a dashboard. */
export const patchDashboard = defineRoute({
  method: 'patch',
  path: '/api/dashboards/:id',
  needs: 'write',
  body: dashboardBody,
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const { name } = request.body as { name: string };
    const rename = { id: request.params.id!, change: () => ({ name }) };
    const renamed = await changeDefinition(store, branch, 'dashboard', rename, by);
    response.json(await describeDashboard(store, branch, renamed));
  },
});
