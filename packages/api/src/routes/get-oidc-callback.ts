import { Problem } from '@tallyhook/schemas';
import { findPersonByIdentity } from '@tallyhook/store/people';
import type { Response } from 'express';
import { AuthorizationResponseError } from 'oauth4webapi';
import type { ApiDependencies } from '../dependencies.ts';
import type { OidcProvider } from '../oidc/provider.ts';
import { takeSignInCookie } from '../oidc/sign-in-cookie.ts';
import { openSessionFor } from '../open-session-for.ts';
import { defineRoute, sent, type RouteRequest } from '../route.ts';
import { notSetUp } from './get-oidc-sign-in.ts';

export const getOidcCallback = defineRoute({
  method: 'get',
  path: '/api/sign-in/oidc/callback',
  access: 'anyone',
  summary: 'Signs in the person whom the sign-in provider sends back, and opens the page they came from.',
  parameters: 'any',
  status: 302,
  problems: ['not_found', 'too_many_requests'],
  async handler(request, deps, response) {
    if (deps.oidcProvider === undefined) throw notSetUp();
    const to = await finish(request, response, deps.oidcProvider, deps);
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(302, to);
    return sent;
  },
});

/** Signs the person in and returns the page to open, or the sign-in page with the reason why not. */
async function finish(
  request: RouteRequest,
  response: Response,
  provider: OidcProvider,
  deps: ApiDependencies,
): Promise<string> {
  const { store, now, baseUrl, attempts, logger } = deps;
  const address = { address: request.ip ?? '' };
  const underWay = takeSignInCookie(request, response, baseUrl);
  if (underWay === undefined) return '/?sign-in=expired';
  // An answer that was made up must not make the service ask the provider without end.
  await attempts.count(address);
  try {
    const who = await provider.finish(underWay.secret, new URL(request.originalUrl, baseUrl));
    const person = await findPersonByIdentity(store, { ...who, now: now() });
    await attempts.forgive(address);
    if (person === undefined) return `/?sign-in=${who.verifiedEmail === undefined ? 'unverified' : 'unknown'}`;
    await openSessionFor(request, response, person.id, deps);
    return underWay.to;
  } catch (error) {
    if (error instanceof Problem) throw error;
    if (error instanceof AuthorizationResponseError) return '/?sign-in=declined';
    // The answer of a provider can contain tokens, so only the message of the library is kept.
    logger.warn({ error: (error as Error).message }, 'A sign-in at the provider failed.');
    return '/?sign-in=failed';
  }
}
