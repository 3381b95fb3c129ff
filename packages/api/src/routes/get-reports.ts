import { listDefinitions } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** The reports of the branch. */
export const getReports = defineRoute({
  method: 'get',
  path: '/api/reports',
  needs: 'read',
  async handler(request, response, { store }) {
    response.json(await listDefinitions(store, request.caller.branch, 'report'));
  },
});
