import type { ConnectorPackage, OAuthSignIn } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { type Moment, momentOf } from '../runtime/moment.ts';
import { type AccountValues, secretsOf, spellings } from '../runtime/redact.ts';
import { requestedScopes } from './scopes.ts';
import { renderText } from '../templates/render.ts';

/** The OAuth 2 client. A public client has no secret. */
export interface SignInClient {
  id: string;
  secret?: string;
}

/** The values for the requests of a sign-in. */
export interface SignInCall {
  /** The client of the installation. Not needed if each account has its own. */
  client?: SignInClient | undefined;
  /** The values of the account, including credentials in plain text. */
  account: AccountValues;
  /** The query parameters of the redirect. */
  redirect?: Readonly<Record<string, unknown>>;
  /** In milliseconds; default the present time. */
  now?: number;
}

/**
 * The sign-in of a connector that uses OAuth 2.
 * @throws ActionError `fatal` for any other.
 */
export function oauthOf({ connector }: ConnectorPackage): OAuthSignIn {
  if (connector.signIn.kind === 'oauth2') return connector.signIn;
  throw new ActionError(
    'fatal',
    `"${connector.name}" does not sign in with OAuth 2, but with ${connector.signIn.kind}`,
  );
}

/**
 * The values available to a sign-in's templates, by root.
 * @throws ActionError `auth` if there is no client.
 */
export function signInValues(
  released: ConnectorPackage,
  call: SignInCall,
): { account: AccountValues; client: SignInClient; redirect: object; scope: string; now: Moment } {
  const signIn = oauthOf(released);
  const { account, redirect = {}, now = Date.now() } = call;
  const client = clientOf(released, call);
  const scope = requestedScopes(signIn, account).join(signIn.scopeSeparator ?? ' ');
  return { account, client, redirect, scope, now: momentOf(now) };
}

/**
 * The client of the account, or else of the installation.
 * @throws ActionError `auth` if there is none.
 */
export function clientOf(released: ConnectorPackage, { client, account }: SignInCall): SignInClient {
  const own = oauthOf(released).client;
  if (own !== undefined) {
    const render = (key: 'id' | 'secret'): string =>
      renderText(own[key], { account }, { place: `signIn.client.${key}` });
    return { id: render('id'), secret: render('secret') };
  }
  if (client !== undefined) return client;
  const { id, name } = released.connector;
  throw new ActionError('auth', `this installation has no client for "${name}" (${id}): register one at the service`);
}

/** All secrets of a call, in every encoding: the account's credentials, the client's secret, and `shown`. */
export function secretsOfCall(
  released: ConnectorPackage,
  { account, client }: SignInCall,
  shown: readonly string[] = [],
): string[] {
  const values = [...shown, client?.secret ?? ''].filter(({ length }) => length >= 4);
  return [...spellings(values), ...secretsOf(released, account)];
}
