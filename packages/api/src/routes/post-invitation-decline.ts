import { declineInvitation } from '@tallyhook/store/people';
import { guessing } from '../guessing.ts';
import { defineRoute } from '../route.ts';

export const postInvitationDecline = defineRoute({
  method: 'post',
  path: '/api/invitations/decline',
  access: 'anyone',
  summary: 'Declines an invitation.',
  body: { json: 'InvitationToken', limitBytes: 8 * 1024 },
  problems: ['not_found', 'too_many_requests'],
  async handler(request, deps) {
    await guessing(request, deps, () => declineInvitation(deps.store, request.body.token, deps.now()));
  },
});
