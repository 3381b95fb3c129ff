import type { PracticeAnswer } from '../exchange.ts';
import type { SignInFault, SignInVendor } from '../sign-in/vendor.ts';

/**
 * Google: issues a refresh token only for `access_type=offline`, with the first consent or `prompt=consent`. It does
 * not rotate.
 */
export function createGoogleSignIn(): SignInVendor {
  let hasAgreed = false;
  return {
    authorizePath: '/o/oauth2/v2/auth',
    tokenPath: '/token',
    scopeSeparator: ' ',
    client: ['body', 'basic'],
    bodies: ['form', 'json'],
    knowsPkce: true,
    repeatsRedirect: true,
    needs: { response_type: 'code' },
    tokenPrefix: 'ya29.',
    refreshes({ access_type, prompt }) {
      const isFirst = !hasAgreed;
      hasAgreed = true;
      return access_type === 'offline' && (isFirst || prompt === 'consent');
    },
    rotates: false,
    writeTokens: ({ accessToken, refreshToken, scopes }) => ({
      access_token: accessToken,
      expires_in: 3599,
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
      scope: scopes.join(' '),
      token_type: 'Bearer',
    }),
    writeFault,
  };
}

function writeFault(fault: SignInFault): PracticeAnswer {
  if (fault === 'wrong_client')
    return { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } };
  if (fault === 'wrong_redirect')
    return { status: 400, body: { error: 'redirect_uri_mismatch', error_description: 'Bad Request' } };
  if (fault === 'wrong_grant')
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'Invalid grant_type' } };
  if (fault === 'wrong_verifier')
    return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid code verifier.' } };
  return { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } };
}
