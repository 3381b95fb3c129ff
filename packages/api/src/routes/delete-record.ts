import { deleteRecord as removeRecord } from '@tallyhook/store';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/** Deletes a record; with `revision`, only if nobody changed it since. */
export const deleteRecord = defineRoute({
  method: 'delete',
  path: '/api/records/:id',
  needs: 'write',
  parameters: { type: typeParameter, revision: { kind: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  async handler(request, response, { store }) {
    const { branch, by } = request.caller;
    const { type, revision } = request.parameters;
    await removeRecord(store, branch, type, request.params.id!, { revision }, by);
    response.status(204).end();
  },
});
