import { getRecord as readRecord } from '@tallyhook/store';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/** One record. */
export const getRecord = defineRoute({
  method: 'get',
  path: '/api/records/:id',
  needs: 'read',
  parameters: { type: typeParameter },
  async handler(request, response, { store }) {
    const { branch } = request.caller;
    response.json(await readRecord(store, branch, request.parameters.type, request.params.id!));
  },
});
