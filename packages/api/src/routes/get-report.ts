import { getDefinition } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** One report as it is saved. */
export const getReport = defineRoute({
  method: 'get',
  path: '/api/reports/:id',
  needs: 'read',
  async handler(request, response, { store }) {
    response.json(await getDefinition(store, request.caller.branch, 'report', request.params.id!));
  },
});
