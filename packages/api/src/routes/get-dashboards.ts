import { listDefinitions } from '@tallyhook/store/definitions';
import { describeDashboards } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

export const getDashboards = defineRoute({
  method: 'get',
  path: '/api/dashboards',
  access: 'read',
  summary: 'Lists the dashboards of the branch with their tiles.',
  answer: 'SavedDashboard[]',
  async handler(request, { store }) {
    const { branch } = request.caller;
    const dashboards = await listDefinitions(store, branch, 'dashboard');
    return describeDashboards(store, branch, dashboards);
  },
});
