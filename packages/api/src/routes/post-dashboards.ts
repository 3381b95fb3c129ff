import { saveDefinition } from '@tallyhook/store/definitions';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

export const postDashboards = defineRoute({
  method: 'post',
  path: '/api/dashboards',
  access: 'write',
  summary: 'Creates an empty dashboard.',
  body: 'NewDashboard',
  answer: 'SavedDashboard',
  status: 201,
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { name } = request.body;
    const made = await saveDefinition(store, branch, 'dashboard', { name, definition: { tiles: [] } }, by);
    return describeDashboard(store, branch, made);
  },
});
