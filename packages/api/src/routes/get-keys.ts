import { listApiKeys } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** The API keys of a workspace; the keys themselves are kept nowhere. */
export const getKeys = defineRoute({
  method: 'get',
  path: '/api/keys',
  needs: 'manage',
  only: 'session',
  async handler(request, response, { store }) {
    response.json(await listApiKeys(store, request.caller.workspaceId));
  },
});
