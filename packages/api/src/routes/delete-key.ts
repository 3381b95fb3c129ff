import { revokeApiKey } from '@tallyhook/store/keys';
import { defineRoute } from '../route.ts';

export const deleteKey = defineRoute({
  method: 'delete',
  path: '/api/keys/:id',
  access: { person: 'manage' },
  summary: 'Revokes an API key immediately.',
  async handler(request, { store, now }) {
    const { workspaceId, by } = request.caller;
    await revokeApiKey(store, { workspaceId, id: request.params.id }, { by, now: now() });
  },
});
