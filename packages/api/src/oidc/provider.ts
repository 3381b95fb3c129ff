import { createHmac } from 'node:crypto';
import type { Identity } from '@tallyhook/store/people';
import * as oauth from 'oauth4webapi';

/** The OpenID Connect provider that an installation trusts to say who somebody is. */
export interface OidcSettings {
  /** Its issuer identifier; https, or http on this machine. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name for people, as in "Sign in with Example". */
  name: string;
}

/** Signs people in at the provider: authorization code with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). */
export interface OidcProvider {
  name: string;
  /** The address where the person signs in. `secret` stays in their browser. */
  start(secret: string): Promise<string>;
  /**
   * Who signed in, from the address to which the provider sent the person back.
   * @throws oauth.AuthorizationResponseError if the provider or the person declined; any other error if the answer is
   * not for this browser, or the provider cannot be reached.
   */
  finish(secret: string, returnedTo: URL): Promise<SignedInAtProvider>;
}

export interface SignedInAtProvider extends Identity {
  /** Undefined if the provider does not say that it checked the email. */
  verifiedEmail: string | undefined;
}

/** Where the provider sends people back. */
export const callbackPath = '/api/sign-in/oidc/callback';

const timeoutMs = 10_000;
const metadataAgeMs = 60 * 60_000;

export function createOidcProvider(
  { issuer, clientId, clientSecret, name }: OidcSettings,
  { baseUrl }: { baseUrl: string },
): OidcProvider {
  const client: oauth.Client = { client_id: clientId };
  const redirectUri = baseUrl + callbackPath;
  const requestOptions = () => ({
    signal: AbortSignal.timeout(timeoutMs),
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
  });
  let metadata: { server: oauth.AuthorizationServer; readAt: number } | undefined;

  async function readMetadata(): Promise<oauth.AuthorizationServer> {
    if (metadata !== undefined && Date.now() - metadata.readAt < metadataAgeMs) return metadata.server;
    const address = new URL(issuer);
    const response = await oauth.discoveryRequest(address, requestOptions());
    metadata = { server: await oauth.processDiscoveryResponse(address, response), readAt: Date.now() };
    return metadata.server;
  }

  return {
    name,
    async start(secret) {
      const { authorization_endpoint: endpoint } = await readMetadata();
      if (endpoint === undefined) throw new Error(`${issuer} names no authorization_endpoint.`);
      const { state, nonce, verifier } = derive(secret);
      const address = new URL(endpoint);
      const parameters = {
        ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code', scope: 'openid email profile' },
        ...{ state, nonce, code_challenge_method: 'S256' },
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      };
      for (const [key, value] of Object.entries(parameters)) address.searchParams.set(key, value);
      return address.href;
    },
    async finish(secret, returnedTo) {
      const server = await readMetadata();
      const { state, nonce, verifier } = derive(secret);
      const answered = oauth.validateAuthResponse(server, client, returnedTo, state);
      const authentication = authenticationOf(server, clientSecret);
      const response = await oauth.authorizationCodeGrantRequest(
        ...([server, client, authentication, answered, redirectUri, verifier, requestOptions()] as const),
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(server, response, requestOptions());
      const { iss, sub, email, email_verified: isVerified } = oauth.getValidatedIdTokenClaims(tokens)!;
      return {
        ...{ issuer: iss, subject: sub },
        verifiedEmail: typeof email === 'string' && isVerified === true ? email : undefined,
      };
    },
  };
}

/** Everything that ties the answer to the browser comes from its one secret, so the service stores nothing. */
function derive(secret: string): { state: string; nonce: string; verifier: string } {
  const part = (label: string) => createHmac('sha256', secret).update(label).digest('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}

/** Basic is the default of OpenID Connect Discovery 1.0, section 3. */
function authenticationOf(
  { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: oauth.AuthorizationServer,
  clientSecret: string,
): oauth.ClientAuth {
  return methods.includes('client_secret_basic')
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}
