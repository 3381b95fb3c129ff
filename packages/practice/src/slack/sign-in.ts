import type { SignInFault, SignInVendor } from '../sign-in/vendor.ts';
import { fail } from './answers.ts';

/** Slack with token rotation: comma-separated scopes, refusals with status 200, no PKCE, single-use refresh tokens. */
export const slackSignIn: SignInVendor = {
  authorizePath: '/oauth/v2/authorize',
  tokenPath: '/api/oauth.v2.access',
  scopeSeparator: ',',
  client: ['basic', 'body'],
  bodies: ['form'],
  knowsPkce: false,
  repeatsRedirect: true,
  tokenPrefix: 'xoxe.xoxb-',
  refreshes: () => true,
  rotates: true,
  writeTokens: ({ accessToken, refreshToken, scopes }) => ({
    ok: true,
    access_token: accessToken,
    token_type: 'bot',
    scope: scopes.join(','),
    expires_in: 43_200,
    refresh_token: refreshToken,
    bot_user_id: 'U0PRACTICE',
    app_id: 'A0PRACTICE',
    team: { id: 'T0PRACTICE', name: 'Practice' },
    authed_user: { id: 'U0PERSON' },
  }),
  writeFault: (fault) => fail(faults[fault]),
};

const faults: Record<SignInFault, string> = {
  wrong_client: 'bad_client_secret',
  wrong_code: 'invalid_code',
  wrong_redirect: 'bad_redirect_uri',
  wrong_verifier: 'invalid_code',
  wrong_refresh_token: 'invalid_refresh_token',
  wrong_grant: 'invalid_grant_type',
  wrong_body: 'invalid_form_data',
};
