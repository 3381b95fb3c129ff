import { listInvitations } from '@tallyhook/store/people';
import { defineRoute } from '../route.ts';

export const getInvitations = defineRoute({
  method: 'get',
  path: '/api/invitations',
  access: { person: 'manage' },
  summary: 'Lists the open invitations of the workspace.',
  answer: 'Invitation[]',
  async handler(request, { store, now }) {
    return listInvitations(store, request.caller.workspaceId, now());
  },
});
