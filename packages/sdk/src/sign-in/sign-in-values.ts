import type { ConnectorPackage, OAuthSignIn } from '@tallyhook/schemas';
import { ActionError } from '../action-error.ts';
import { type AccountValues, secretsOf, spellings } from '../runtime/redact.ts';
import { renderText } from '../templates/render.ts';

/** Who asks for tokens; a client that can keep no secret has none. */
export interface SignInClient {
  id: string;
  secret?: string;
}

/** What the requests of a sign-in are made of. */
export interface SignInCall {
  /** The client of the installation; not needed where each account brings its own. */
  client?: SignInClient | undefined;
  /** The values of the account, credentials in the clear. */
  account: AccountValues;
  /** The query parameters of the redirect. */
  redirect?: Readonly<Record<string, unknown>>;
}

/** The sign-in of a connector that signs in with OAuth 2. Throws ActionError `fatal` for any other. */
export function oauthOf({ connector }: ConnectorPackage): OAuthSignIn {
  if (connector.signIn.kind === 'oauth2') return connector.signIn;
  throw new ActionError(
    'fatal',
    `"${connector.name}" does not sign in with OAuth 2, but with ${connector.signIn.kind}`,
  );
}

/** The values that the templates of a sign-in reach, by root. Throws ActionError `auth` where there is no client. */
export function signInValues(
  released: ConnectorPackage,
  call: SignInCall,
): { account: AccountValues; client: SignInClient; redirect: object; scope: string } {
  const signIn = oauthOf(released);
  const { account, redirect = {} } = call;
  const client = clientOf(released, call);
  return { account, client, redirect, scope: (signIn.scopes ?? []).join(signIn.scopeSeparator ?? ' ') };
}

/** Who asks: the client of the account, or of the installation. Throws ActionError `auth` where there is none. */
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

/** All that may not be seen of a call, in every spelling: the account's credentials, the client's secret, and `shown`. */
export function secretsOfCall(
  released: ConnectorPackage,
  { account, client }: SignInCall,
  shown: readonly string[] = [],
): string[] {
  const values = [...shown, client?.secret ?? ''].filter(({ length }) => length >= 4);
  return [...spellings(values), ...secretsOf(released, account)];
}
