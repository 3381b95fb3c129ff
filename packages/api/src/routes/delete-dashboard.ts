import { deleteDefinition, getDefinition, refuseReadOnly } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Deletes a dashboard; its reports stay. */
export const deleteDashboard = defineRoute({
  method: 'delete',
  path: '/api/dashboards/:id',
  needs: 'write',
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const id = request.params.id!;
    refuseReadOnly(await getDefinition(store, branch, 'dashboard', id));
    await deleteDefinition(store, branch, 'dashboard', { id }, by);
    response.status(204).end();
  },
});
