import { deleteRecord as removeRecord } from '@tallyhook/store/records';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

export const deleteRecord = defineRoute({
  method: 'delete',
  path: '/api/records/:id',
  access: 'write',
  summary: 'Deletes a record.',
  parameters: { type: typeParameter, revision: { kind: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } },
  problems: ['revision_conflict'],
  async handler(request, { store }) {
    const { branch, by } = request.caller;
    const { type, revision } = request.parameters;
    await removeRecord(store, branch, type, request.params.id, { revision }, by);
  },
});
