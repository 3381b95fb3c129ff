import { createHash } from 'node:crypto';
import type { ConnectorPackage } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { collectParameters } from './sign-in-parameters.ts';
import { renderSignInAddress } from './sign-in-address.ts';
import { oauthOf, type SignInCall, signInValues } from './sign-in-values.ts';

/** What the address of the page is made with, where a person allows the sign-in. */
export interface AuthorizeCall extends SignInCall {
  /** Where the service sends the browser back to. */
  redirectUrl: string;
  /** A text that nobody can guess; the redirect brings it back. */
  state: string;
  /** A text of 43 to 128 signs that nobody can guess; only its digest is told before the token request (RFC 7636). */
  verifier: string;
}

/**
 * Makes the address of the page on which a person allows it. Nothing in it is secret: it holds the digest of the
 * verifier. Throws ActionError.
 */
export function makeAuthorizeAddress(released: ConnectorPackage, call: AuthorizeCall): string {
  const signIn = oauthOf(released);
  const { authorize } = signIn;
  if (authorize === undefined)
    throw new ActionError('fatal', `"${released.connector.name}" has no page to allow it on`);
  const values = signInValues(released, call);
  // The page is shown to the person: a template of it reaches no secret.
  const shown = { account: values.account, client: { id: values.client.id }, scope: values.scope };
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
  // A plus is read as a space by some and as itself by others.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/** The digest of a verifier (RFC 7636 section 4.2, S256). */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}
