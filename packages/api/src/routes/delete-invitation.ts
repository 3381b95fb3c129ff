import { revokeInvitation } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const deleteInvitation = defineRoute({
  method: 'delete',
  path: '/api/invitations/:id',
  access: { person: 'manage' },
  summary: 'Revokes an open invitation.',
  async handler(request, { store, now }) {
    const { workspaceId, by } = request.caller;
    await revokeInvitation(store, { workspaceId, id: request.params.id, by, now: now() });
  },
});
