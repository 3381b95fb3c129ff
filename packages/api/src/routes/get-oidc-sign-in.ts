import { Problem } from '@tallyhook/schemas';
import { ownPath, setSignInCookie } from '../oidc/sign-in-cookie.ts';
import { defineRoute, sent } from '../route.ts';

export const getOidcSignIn = defineRoute({
  method: 'get',
  path: '/api/sign-in/oidc',
  access: 'anyone',
  summary: 'Sends the browser to the sign-in provider (OpenID Connect).',
  parameters: { to: { kind: 'text', maxLength: 2_000 } },
  status: 302,
  problems: ['not_found'],
  async handler(request, { oidcProvider, baseUrl, logger }, response) {
    if (oidcProvider === undefined) throw notSetUp();
    const { secret } = setSignInCookie(response, ownPath(request.parameters.to ?? '/', baseUrl), baseUrl);
    const address = await oidcProvider.start(secret).catch((error: Error) => {
      logger.warn({ error: error.message }, 'The sign-in provider could not be asked.');
      return '/?sign-in=unreachable';
    });
    response.redirect(302, address);
    return sent;
  },
});

export function notSetUp(): Problem {
  return new Problem('not_found', 'No sign-in provider is set up here. Sign in with email and password.');
}
