import { deleteDefinition, getDefinition, refuseReadOnly } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Deletes a report; with `revision`, only if nobody changed it since. */
export const deleteReport = defineRoute({
  method: 'delete',
  path: '/api/reports/:id',
  needs: 'write',
  parameters: { revision: { kind: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const { revision } = request.parameters;
    const id = request.params.id!;
    refuseReadOnly(await getDefinition(store, branch, 'report', id));
    await deleteDefinition(store, branch, 'report', { id, revision }, by);
    response.status(204).end();
  },
});
