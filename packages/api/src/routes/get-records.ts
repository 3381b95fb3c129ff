import { listRecords } from '@tallyhook/store';
import { typeParameter } from '../record-body.ts';
import { defineRoute } from '../route.ts';

/** A page of the records of one type, in the order they were made. */
export const getRecords = defineRoute({
  method: 'get',
  path: '/api/records',
  needs: 'read',
  parameters: {
    type: typeParameter,
    limit: { kind: 'integer', minimum: 1, maximum: 1000 },
    cursor: { kind: 'text', maxLength: 200 },
  },
  async handler(request, response, { store }) {
    const { type, limit = 100, cursor } = request.parameters;
    response.json(await listRecords(store, request.caller.branch, type, { limit, cursor }));
  },
});
