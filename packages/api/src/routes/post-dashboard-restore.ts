import { restoreDefinition } from '@tallyhook/store/definitions';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

export const postDashboardRestore = defineRoute({
  method: 'post',
  path: '/api/dashboards/:id/restore',
  access: 'write',
  summary: 'Restores a deleted dashboard under its id.',
  answer: 'SavedDashboard',
  problems: ['read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const restored = await restoreDefinition(store, branch, 'dashboard', request.params.id, by);
    return describeDashboard(store, branch, restored);
  },
});
