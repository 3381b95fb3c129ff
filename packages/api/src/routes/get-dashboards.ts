import { listDefinitions } from '@tallyhook/store';
import { describeDashboards } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

/** The dashboards of the branch with their tiles. */
export const getDashboards = defineRoute({
  method: 'get',
  path: '/api/dashboards',
  needs: 'read',
  async handler(request, response, { store }) {
    const { branch } = request.caller;
    const dashboards = await listDefinitions(store, branch, 'dashboard');
    response.json(await describeDashboards(store, branch, dashboards));
  },
});
