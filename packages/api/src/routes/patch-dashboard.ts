import type { Dashboard } from '@tallyhook/schemas';
import { changeDefinition } from '@tallyhook/store/definitions';
import { describeDashboard } from '../dashboards/describe-dashboard.ts';
import { patchedDashboard } from '../dashboards/patched-dashboard.ts';
import { defineRoute } from '../route.ts';

export const patchDashboard = defineRoute({
  method: 'patch',
  path: '/api/dashboards/:id',
  access: 'write',
  summary: 'Changes the name, conditions, description or tags of a dashboard.',
  body: 'DashboardPatch',
  answer: 'SavedDashboard',
  problems: ['revision_conflict', 'read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { name, ...patch } = request.body;
    const change = ({ definition }: { definition: unknown }) => ({
      ...(name !== undefined && { name }),
      definition: patchedDashboard(definition as Dashboard, patch),
    });
    const changed = await changeDefinition(store, branch, 'dashboard', { id: request.params.id, change }, by);
    return describeDashboard(store, branch, changed);
  },
});
