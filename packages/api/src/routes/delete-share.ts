import { revokeShareLink } from '@tallyhook/store/shares';
import { defineRoute } from '../route.ts';

export const deleteShare = defineRoute({
  method: 'delete',
  path: '/api/shares/:id',
  access: { person: 'manage' },
  summary: 'Removes a link immediately.',
  async handler(request, { store, now }) {
    const { workspaceId, by } = request.caller;
    await revokeShareLink(store, { workspaceId, id: request.params.id }, { by, now: now() });
  },
});
