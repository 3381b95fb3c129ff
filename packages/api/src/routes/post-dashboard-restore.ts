import { restoreDefinition } from '@tallyhook/store';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

/** Brings a deleted dashboard back under its id, with its tiles. */
export const postDashboardRestore = defineRoute({
  method: 'post',
  path: '/api/dashboards/:id/restore',
  needs: 'write',
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const restored = await restoreDefinition(store, branch, 'dashboard', request.params.id!, by);
    response.json(await describeDashboard(store, branch, restored));
  },
});
