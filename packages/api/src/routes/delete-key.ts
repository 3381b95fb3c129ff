import { revokeApiKey } from '@tallyhook/store';
import { defineRoute } from '../route.ts';

/** Revokes an API key at once. */
export const deleteKey = defineRoute({
  method: 'delete',
  path: '/api/keys/:id',
  needs: 'manage',
  only: 'session',
  async handler(request, response, { store, now }) {
    const { workspaceId, by } = request.caller;
    await revokeApiKey(store, { workspaceId, id: request.params.id! }, { by, now: now() });
    response.status(204).end();
  },
});
