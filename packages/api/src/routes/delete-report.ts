import { deleteDefinition, getDefinition, refuseReadOnly } from '@tallyhook/store/definitions';
import { defineRoute } from '../route.ts';

export const deleteReport = defineRoute({
  method: 'delete',
  path: '/api/reports/:id',
  access: 'write',
  summary: 'Deletes a report.',
  parameters: { revision: { kind: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  problems: ['revision_conflict', 'read_only'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { revision } = request.parameters;
    const id = request.params.id;
    refuseReadOnly(await getDefinition(store, branch, 'report', id));
    await deleteDefinition(store, branch, 'report', { id, revision }, by);
  },
});
