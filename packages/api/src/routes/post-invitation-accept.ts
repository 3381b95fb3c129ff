import { Problem } from '@tallyhook/schemas';
import type { InvitationAcceptance } from '@tallyhook/schemas/api';
import { acceptAsNewPerson, acceptAsPerson, findSession, openInvitation } from '@tallyhook/store/people';
import type { Response } from 'express';
import type { ApiDependencies } from '../dependencies.ts';
import { guessing } from '../guessing.ts';
import { openSessionFor } from '../open-session-for.ts';
import { defineRoute, type RouteRequest } from '../route.ts';
import { readSessionCookie } from '../session-cookie.ts';

/**
 * Only the link accepts: being signed in with the invited email is not enough, because the person may have been made
 * by somebody who does not own the email.
 */
export const postInvitationAccept = defineRoute({
  method: 'post',
  path: '/api/invitations/accept',
  access: 'anyone',
  summary: 'Accepts an invitation, as the signed-in person or as a new one, who is then signed in.',
  body: { json: 'InvitationAcceptance', limitBytes: 8 * 1024 },
  answer: 'AcceptedInvitation',
  problems: ['not_found', 'sign_in_required', 'forbidden', 'already_exists', 'too_many_requests'],
  async handler(request, deps, response) {
    return guessing(request, deps, () => accept(request, request.body, deps, response));
  },
});

async function accept(
  request: RouteRequest,
  { token, name, password }: InvitationAcceptance,
  deps: ApiDependencies,
  response: Response,
): Promise<{ workspaceId: string }> {
  const { store } = deps;
  const now = deps.now();
  const { isKnown, invitation } = await openInvitation(store, token, now);
  if (isKnown) {
    const cookie = readSessionCookie(request);
    const session = cookie === undefined ? undefined : await findSession(store, cookie, now);
    if (session === undefined)
      throw new Problem('sign_in_required', `Sign in as ${invitation.email} first, then accept the invitation.`);
    return acceptAsPerson(store, { token, personId: session.personId, now });
  }
  if (name === undefined || password === undefined) throw missing(name === undefined ? 'name' : 'password');
  const { person, workspaceId } = await acceptAsNewPerson(store, { token, name, password, now });
  await openSessionFor(request, response, person.id, deps);
  return { workspaceId };
}

function missing(key: 'name' | 'password'): Problem {
  const detail = `Nobody has this email yet: send a ${key} for the new person.`;
  return new Problem('invalid_input', detail, { errors: [{ pointer: `#/${key}`, code: 'missing_key', detail }] });
}
