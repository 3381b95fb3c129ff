import { getRecord as readRecord } from '@tallyhook/store/records';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

export const getRecord = defineRoute({
  method: 'get',
  path: '/api/records/:id',
  access: 'read',
  summary: 'Returns a record.',
  parameters: { type: typeParameter },
  answer: 'SavedRecord',
  async handler(request, { store }) {
    const { branch } = request.caller;
    return readRecord(store, branch, request.parameters.type, request.params.id);
  },
});
