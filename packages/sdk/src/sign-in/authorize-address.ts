import { createHash } from 'node:crypto';
import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { collectParameters } from './sign-in-parameters.ts';
import { renderSignInAddress } from './sign-in-address.ts';
import { oauthOf, type SignInCall, signInValues } from './sign-in-values.ts';

/** The values for the address of the authorization page. */
export interface AuthorizeCall extends SignInCall {
  /** Where the service redirects the browser to. */
  redirectUrl: string;
  /** A random text that the redirect brings back. */
  state: string;
  /** A random text of 43 to 128 characters. Only its digest is sent before the token request (RFC 7636). */
  verifier: string;
}

/**
 * Builds the address of the authorization page. It contains no secret, only the digest of the verifier.
 * @throws ActionError.
 */
export function makeAuthorizeAddress(released: ConnectorPackage, call: AuthorizeCall): string {
  const signIn = oauthOf(released);
  const { authorize } = signIn;
  if (authorize === undefined) throw new ActionError('fatal', `"${released.connector.name}" has no authorization page`);
  const values = signInValues(released, call);
  // The person sees this address, so its templates have no secrets.
  const shown = { account: values.account, client: { id: values.client.id }, scope: values.scope, now: values.now };
  const url = renderSignInAddress(released.connector, authorize.url, shown, 'signIn.authorize.url');
  const usual = {
    response_type: 'code',
    client_id: values.client.id,
    redirect_uri: call.redirectUrl,
    scope: values.scope || undefined,
    state: call.state,
    ...(signIn.pkce !== false && { code_challenge: challengeOf(call.verifier), code_challenge_method: 'S256' }),
  };
  for (const [name, value] of collectParameters(usual, authorize, shown)) url.searchParams.set(name, String(value));
  // Some services decode a plus as a space, others keep it.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/** The digest of a verifier (RFC 7636 section 4.2, S256). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}
