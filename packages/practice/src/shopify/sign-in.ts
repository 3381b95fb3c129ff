import { createHmac } from 'node:crypto';
import type { PracticeAnswer, PracticeRequest } from '../exchange.ts';
import type { Fields } from '../read-body.ts';
import { practiceClient } from '../sign-in/access-list.ts';
import type { SignInFault, SignInVendor } from '../sign-in/vendor.ts';

/** Shopify: each shop has its own server, the redirect is signed, and tokens expire if requested with `expiring=1`. */
export const shopifySignIn: SignInVendor = {
  authorizePath: '/admin/oauth/authorize',
  tokenPath: '/admin/oauth/access_token',
  scopeSeparator: ',',
  client: ['body'],
  bodies: ['form', 'json'],
  knowsPkce: false,
  repeatsRedirect: false,
  redirectExtras(request: PracticeRequest) {
    const extras = { shop: shopOf(request), timestamp: String(Math.floor(Date.now() / 1000)) };
    return { ...extras, hmac: signRedirect(extras, practiceClient.secret) };
  },
  tokenPrefix: 'shpat_',
  refreshes: (_asked, { expiring }) => expiring === '1',
  rotates: true,
  writeTokens: ({ accessToken, refreshToken, scopes }): Fields => ({
    access_token: accessToken,
    scope: scopes.join(','),
    ...(refreshToken !== undefined && {
      expires_in: 3600,
      refresh_token: refreshToken,
      refresh_token_expires_in: 7_776_000,
    }),
  }),
  writeFault,
};

function shopOf({ headers }: PracticeRequest): string {
  return headers.host?.endsWith('.myshopify.com') ? headers.host : 'practice.myshopify.com';
}

function writeFault(fault: SignInFault): PracticeAnswer {
  if (fault === 'wrong_client')
    return { status: 401, body: { error: 'invalid_client', error_description: 'Could not find the application.' } };
  const sentence = fault === 'wrong_refresh_token' ? 'The refresh token' : 'The authorization code';
  const body = { error: 'invalid_request', error_description: `${sentence} was not found or was already used` };
  return { status: 400, body };
}

/** Signs the query of a redirect: sorted by name, joined as a query, in hex. */
function signRedirect(query: Record<string, string>, secret: string): string {
  const text = Object.keys(query)
    .sort()
    .map((name) => `${name}=${query[name]}`)
    .join('&');
  return createHmac('sha256', secret).update(text, 'utf8').digest('hex');
}
