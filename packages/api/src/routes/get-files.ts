import { listFiles } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** A page of the files of the branch. */
export const getFiles = defineRoute({
  method: 'get',
  path: '/api/files',
  needs: 'read',
  parameters: {
    limit: { kind: 'integer', minimum: 1, maximum: 1000 },
    cursor: { kind: 'text', maxLength: 200 },
  },
  async handler(request, response, { store }) {
    const { limit = 100, cursor } = request.parameters;
    response.json(await listFiles(store, request.caller.branch, { limit, cursor }));
  },
});
