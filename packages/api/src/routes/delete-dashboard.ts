import { deleteDefinition, getDefinition, refuseReadOnly } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';

export const deleteDashboard = defineRoute({
  method: 'delete',
  path: '/api/dashboards/:id',
  access: 'write',
  summary: 'Deletes a dashboard; its reports stay.',
  problems: ['revision_conflict', 'read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const id = request.params.id;
    refuseReadOnly(await getDefinition(store, branch, 'dashboard', id));
    await deleteDefinition(store, branch, 'dashboard', { id }, by);
  },
});
