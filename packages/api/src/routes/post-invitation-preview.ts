import { openInvitation } from '@tallyhook/store/people';
import { getWorkspace } from '@tallyhook/store/workspaces';
import { guessing } from '../guessing.ts';
import { defineRoute } from '../route.ts';

export const postInvitationPreview = defineRoute({
  method: 'post',
  path: '/api/invitations/preview',
  access: 'anyone',
  summary: 'Says what an invitation link invites to.',
  body: { json: 'InvitationToken', limitBytes: 8 * 1024 },
  answer: 'InvitationPreview',
  problems: ['not_found', 'too_many_requests'],
  async handler(request, deps) {
    const { store, now } = deps;
    const open = () => openInvitation(store, request.body.token, now());
    const { invitation, isKnown } = await guessing(request, deps, open);
    const { workspaceId, email, role, expiresAt } = invitation;
    const { name } = await getWorkspace(store, workspaceId);
    return { workspace: name, email, role, expiresAt, isKnown };
  },
});
