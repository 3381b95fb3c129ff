import { Problem } from '@tallyhook/schemas';
import { canGiveRole, createInvitation, putMail } from '@tallyhook/store/people';
import { getWorkspace } from '@tallyhook/store/workspaces';
import { invitationMail } from '../mail/mail-texts.ts';
import { defineRoute } from '../route.ts';

/** The link goes to the email alone: its holder can accept, and the inviter must not. */
export const postInvitations = defineRoute({
  method: 'post',
  path: '/api/invitations',
  access: { person: 'manage' },
  summary: 'Invites an email into the workspace; the answer does not say whether a person has it.',
  body: 'NewInvitation',
  answer: 'Invitation',
  status: 201,
  async handler(request, { store, now, baseUrl, mailer }) {
    const { email, role } = request.body;
    const { workspaceId, by, role: own } = request.caller;
    if (!canGiveRole(own, role))
      throw new Problem(
        'forbidden',
        `Only an owner can make somebody an owner, and your role is ${own}: ask one of them.`,
      );
    const at = now();
    const { invitation, token } = await createInvitation(store, { workspaceId, email, role, by, now: at });
    const { name: workspace } = await getWorkspace(store, workspaceId);
    const mail = invitationMail({ workspace, role, link: `${baseUrl}/invitation#${token}` });
    await putMail(store, { to: invitation.email, ...mail, now: at });
    mailer.wake();
    return invitation;
  },
});
