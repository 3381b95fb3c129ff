import { defineRoute } from '../route.ts';

/** The record types of the branch. */
export const getTypes = defineRoute({
  method: 'get',
  path: '/api/types',
  needs: 'read',
  handler(request, response) {
    response.json(request.caller.branch.types);
  },
});
