import { deleteDefinition, getDefinition, refuseReadOnly } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';

export const deleteView = defineRoute({
  method: 'delete',
  path: '/api/views/:id',
  access: 'write',
  summary: 'Deletes a view; its records stay.',
  problems: ['revision_conflict', 'read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { id } = request.params;
    refuseReadOnly(await getDefinition(store, branch, 'view', id));
    await deleteDefinition(store, branch, 'view', { id }, by);
  },
});
