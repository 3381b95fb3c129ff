import { changeDefinition } from '@tallyhook/store/definitions';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { defineRoute } from '../route.ts';

export const patchDashboard = defineRoute({
  method: 'patch',
  path: '/api/dashboards/:id',
  access: 'write',
  summary: 'Renames a dashboard.',
  body: 'DashboardPatch',
  answer: 'SavedDashboard',
  problems: ['revision_conflict', 'read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { name } = request.body;
    const rename = { id: request.params.id, change: () => ({ name }) };
    const renamed = await changeDefinition(store, branch, 'dashboard', rename, by);
    return describeDashboard(store, branch, renamed);
  },
});
