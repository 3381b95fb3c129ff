import { Problem } from '@tallyhook/schemas';
import { keepSignInOutcome, takeRedirectedSignIn } from '@tallyhook/store/accounts';
import { finishAccountSignIn, signInCallback } from '../connectors/account-sign-in.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { requireInWorkspace, requireSession } from '../middleware/caller.ts';
import { defineRoute, sent, type RouteRequest } from '../route.ts';

/**
 * Where other services send people back. The page that it opens says what came of it; the sign-in itself belongs to one
 * person and session, so an address that somebody else made up finishes nothing.
 */
export const getOauthCallback = defineRoute({
  method: 'get',
  path: signInCallback,
  access: 'anyone',
  summary: 'Finishes a sign-in at another service and opens the page that says what came of it.',
  parameters: 'any',
  status: 302,
  problems: ['too_many_requests'],
  async handler(request, deps, response) {
    const to = await finish(request, deps);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.redirect(302, `/linked${to}`);
    return sent;
  },
});

async function finish(request: RouteRequest, deps: ApiDependencies): Promise<string> {
  const { store, now } = deps;
  const redirect = Object.fromEntries(new URL(request.originalUrl, deps.baseUrl).searchParams);
  const { state } = redirect;
  try {
    const signedIn = await requireSession(request, deps);
    const who = { personId: signedIn.personId, sessionId: signedIn.session.id, now: now() };
    const signIn = state === undefined ? undefined : await takeRedirectedSignIn(store, state, who);
    if (signIn === undefined) return '?problem=unknown';
    const place = new URLSearchParams({ signIn: signIn.id, workspace: signIn.workspaceId });
    try {
      const caller = await requireInWorkspace(store, signedIn, signIn.workspaceId, 'write');
      await finishAccountSignIn(deps, caller, signIn, redirect);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await keepSignInOutcome(store, signIn, { status: 'failed', reason: error.message });
    }
    return `?${place}`;
  } catch (error) {
    if (error instanceof Problem && error.code === 'sign_in_required') return '?problem=signed-out';
    throw error;
  }
}
