import type { ConnectorPackage, OAuthSignIn, RefreshRequest, Success, TokenRequest } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { hasHeader, renderHeaders, withHeader } from '../runtime/headers.ts';
import type { PreparedRequest } from '../runtime/prepared-request.ts';
import { collectParameters } from './sign-in-parameters.ts';
import { renderSignInAddress } from './sign-in-address.ts';
import { oauthOf, type SignInCall, type SignInClient, signInValues } from './sign-in-values.ts';

/** How a token is requested. */
export type TokenGrant =
  | { kind: 'code'; code: string; redirectUrl: string; verifier: string }
  | { kind: 'clientCredentials' }
  /** With the account's refresh token, or with its access token if the connector says so. */
  | { kind: 'refresh' };

/**
 * Builds a token request. It contains the client's secret but never the credential of the connector's other requests.
 * @throws ActionError, `auth` if a required value is missing.
 */
export function buildTokenRequest(released: ConnectorPackage, grant: TokenGrant, call: SignInCall): PreparedRequest {
  const place = grant.kind === 'refresh' ? 'signIn.refresh' : 'signIn.token';
  return buildRequest(released, declaredFor(released, grant), {
    place,
    call,
    parameters: usualParameters(released, grant, call),
  });
}

/** The request that revokes a token (RFC 7009 section 2.1); undefined if none is declared or there is no token. */
export function buildRevocation(
  released: ConnectorPackage,
  call: SignInCall,
): (PreparedRequest & { success: Success | undefined }) | undefined {
  if (released.connector.signIn.kind !== 'oauth2') return undefined;
  const { revoke } = released.connector.signIn;
  if (revoke === undefined) return undefined;
  const { accessToken, refreshToken } = call.account;
  const isRefresh = revoke.revokes !== 'accessToken' && typeof refreshToken === 'string';
  const token = isRefresh ? refreshToken : accessToken;
  if (typeof token !== 'string') return undefined;
  const parameters = { token, token_type_hint: isRefresh ? 'refresh_token' : 'access_token' };
  return { ...buildRequest(released, revoke, { place: 'signIn.revoke', call, parameters }), success: revoke.success };
}

/** A request of a sign-in; only a revocation may be a DELETE. */
type SignInRequest = Omit<TokenRequest, 'read' | 'method'> & Pick<NonNullable<OAuthSignIn['revoke']>, 'method'>;

function buildRequest(
  released: ConnectorPackage,
  { url, method = 'POST', client = 'body', format = 'form', ...declared }: SignInRequest,
  { place, call, parameters: own }: { place: string; call: SignInCall; parameters: Record<string, string | undefined> },
): PreparedRequest {
  const values = signInValues(released, call);
  const address = renderSignInAddress(released.connector, url, values, `${place}.url`);
  const usual = { ...own, ...(client === 'body' && clientParameters(values.client)) };
  const parameters = collectParameters(usual, declared, values);
  let headers = Object.fromEntries(renderHeaders(declared.headers, values, { place: `${place}.headers` }));
  if (!hasHeader(headers, 'Accept')) headers = withHeader(headers, 'Accept', 'application/json');
  if (client === 'basic') headers = withHeader(headers, 'Authorization', basic(values.client));
  if (method === 'GET') {
    for (const [name, value] of parameters) address.searchParams.set(name, String(value));
    return { method, url: address.href, headers, repeatable: false };
  }
  // A revocation may name the token in its address alone.
  if (parameters.length === 0) return { method, url: address.href, headers, repeatable: false };
  const text = format === 'json' ? JSON.stringify(Object.fromEntries(parameters)) : writeForm(parameters);
  const type = format === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const typed = hasHeader(headers, 'Content-Type') ? headers : withHeader(headers, 'Content-Type', type);
  return { method, url: address.href, headers: typed, body: Buffer.from(text, 'utf8'), repeatable: false };
}

/** The declaration of a request. A refresh inherits from the token request what it does not declare. */
export function declaredFor(
  released: ConnectorPackage,
  grant: Pick<TokenGrant, 'kind'>,
): TokenRequest & RefreshRequest {
  const { token, refresh } = oauthOf(released);
  return grant.kind === 'refresh' ? { ...token, parameters: {}, ...refresh } : token;
}

function usualParameters(
  released: ConnectorPackage,
  grant: TokenGrant,
  { account }: SignInCall,
): Record<string, string | undefined> {
  const { pkce, scopes, scopeSeparator = ' ' } = oauthOf(released);
  switch (grant.kind) {
    case 'code':
      return {
        grant_type: 'authorization_code',
        code: grant.code,
        redirect_uri: grant.redirectUrl,
        code_verifier: pkce === false ? undefined : grant.verifier,
      };
    case 'clientCredentials':
      return { grant_type: 'client_credentials', scope: scopes?.join(scopeSeparator) };
    case 'refresh': {
      const withToken = declaredFor(released, grant).with === 'accessToken' ? 'accessToken' : 'refreshToken';
      const shown = account[withToken];
      if (typeof shown !== 'string')
        throw new ActionError('auth', 'the account has nothing to refresh its token with; link it again');
      return withToken === 'accessToken'
        ? { access_token: shown }
        : { grant_type: 'refresh_token', refresh_token: shown };
    }
  }
}

function clientParameters({ id, secret }: SignInClient): Record<string, string | undefined> {
  return { client_id: id, client_secret: secret };
}

/** "Encoded using the application/x-www-form-urlencoded encoding algorithm" (RFC 6749 section 2.3.1). */
function basic({ id, secret = '' }: SignInClient): string {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`, 'utf8').toString('base64')}`;
}

function writeForm(parameters: readonly [string, unknown][]): string {
  return new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
