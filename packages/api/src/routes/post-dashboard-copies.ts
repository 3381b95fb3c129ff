import { getDefinition, saveDefinition } from '@tallyhook/store/definitions';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

export const postDashboardCopies = defineRoute({
  method: 'post',
  path: '/api/dashboards/:id/copies',
  access: 'write',
  summary: 'Copies a dashboard, such as one of an app, so that it can be changed. Its tiles show the same reports.',
  answer: 'SavedDashboard',
  status: 201,
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { name, definition } = await getDefinition(store, branch, 'dashboard', request.params.id);
    const copy = { name: `Copy of ${name}`.slice(0, 200), definition };
    return describeDashboard(store, branch, await saveDefinition(store, branch, 'dashboard', copy, by));
  },
});
