import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Fields } from '../read-body.ts';
import type { SignInFault, SignInVendor } from '../sign-in/vendor.ts';

/** GitHub's OAuth apps: refusals have status 200, answers are forms unless JSON is requested, tokens never expire. */
export const githubSignIn: SignInVendor = {
  authorizePath: '/login/oauth/authorize',
  tokenPath: '/login/oauth/access_token',
  scopeSeparator: ' ',
  client: ['body'],
  bodies: ['form', 'json'],
  knowsPkce: true,
  repeatsRedirect: false,
  tokenPrefix: 'gho_',
  refreshes: () => false,
  rotates: false,
  writeTokens: ({ accessToken, scopes }) => ({
    access_token: accessToken,
    scope: scopes.join(','),
    token_type: 'bearer',
  }),
  writeFault: (fault) => ({ status: 200, body: faults[fault] }),
  write: (answer, request) => (wantsJson(request) ? answer : asForm(answer)),
};

const documentation =
  'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/';
const wrong = (error: string, error_description: string): Fields => ({
  error,
  error_description,
  error_uri: documentation,
});
const wrongCode = wrong('bad_verification_code', 'The code passed is incorrect or expired.');

const faults: Record<SignInFault, Fields> = {
  wrong_client: wrong('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.'),
  wrong_code: wrongCode,
  wrong_redirect: wrong('redirect_uri_mismatch', 'The redirect_uri MUST match the registered callback URL.'),
  wrong_verifier: wrongCode,
  wrong_refresh_token: wrong('bad_refresh_token', 'The refresh token passed is incorrect or expired.'),
  wrong_grant: wrong('unsupported_grant_type', 'The grant_type is not supported.'),
  wrong_body: wrongCode,
};

function wantsJson({ headers }: PracticeRequest): boolean {
  return /[/+]json\b/.test(headers.accept ?? '');
}

function asForm({ status, body }: PracticeAnswer): PracticeAnswer {
  const form = new URLSearchParams(body as Record<string, string>).toString();
  return { status, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body: form };
}
