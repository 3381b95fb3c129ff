import { saveDefinition } from '@tallyhook/store';
import { dashboardBody } from '../dashboards/dashboard-body.ts';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

/** Makes an empty dashboard. */
export const postDashboards = defineRoute({
  method: 'post',
  path: '/api/dashboards',
  needs: 'write',
  body: dashboardBody,
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const { name } = request.body as { name: string };
    const made = await saveDefinition(store, branch, 'dashboard', { name, definition: { tiles: [] } }, by);
    response.status(201).json(await describeDashboard(store, branch, made));
  },
});
