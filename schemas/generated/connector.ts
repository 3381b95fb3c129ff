// Made from connector.schema.json by `npm run generate`. Change the schema, not this file.

import type { Condition, ErrorRules, Kept, Parameter, RateLimit, Request, RequestHeaders, RetryRule, Success } from './request.ts';

/**
 * connector.json: the name of a connector, the hosts it calls, how it signs in and what makes up an account.
 */
export interface Connector {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The id; deliveries arrive at /hooks/<id>.
   */
  id: string;
  /**
   * The display name of the service.
   */
  name: string;
  /**
   * The version; a released version never changes.
   */
  version: string;
  /**
   * What the connector can be used for.
   */
  description?: string;
  /**
   * Where the marketplace lists the connector; default tools.
   *
   * @minItems 1
   * @maxItems 3
   */
  categories?: (
    | 'commerce'
    | 'communication'
    | 'development'
    | 'documents'
    | 'files'
    | 'finance'
    | 'forms'
    | 'mail'
    | 'marketing'
    | 'media'
    | 'projects'
    | 'sales'
    | 'support'
    | 'tools'
  )[];
  /**
   * The hosts that requests may go to. Hosts match exactly and may contain values of the account, such as {{account.shop}}.example.com.
   *
   * @maxItems 50
   */
  hosts: string[];
  signIn: SignIn;
  account?: ConnectorAccount;
  request?: SharedRequest;
  errors?: ErrorRules;
  retry?: RetryRule;
  rateLimit?: RateLimit;
  /**
   * A request that succeeds only if the account can sign in; `account.label` and `account.externalId` can read its answer as `test`.
   */
  test?: Request;
}
/**
 * How requests authenticate. The credentials come from the account.
 */
export type SignIn = NoSignIn | KeySignIn | BasicSignIn | BearerSignIn | Aws4SignIn | OAuthSignIn;

export interface NoSignIn {
  kind: 'none';
}
/**
 * A key in a header, a query parameter, or at the start of the path.
 */
export interface KeySignIn {
  kind: 'key';
  in: 'header' | 'query' | 'path';
  /**
   * The header or query parameter.
   */
  name?: string;
  value: string;
}
export interface BasicSignIn {
  kind: 'basic';
  username: string;
  password: string;
}
export interface BearerSignIn {
  kind: 'bearer';
  token: string;
  /**
   * The word before the token (RFC 9110 section 11.1), default Bearer. For more than a word, as in `Token token=…`, use a sign-in of kind `key` in the header Authorization.
   */
  scheme?: string;
}
/**
 * AWS Signature Version 4: each request is signed with the secret key when it is sent. The secret key itself is never sent. The content of a file is not signed (UNSIGNED-PAYLOAD), unless its request sets the header X-Amz-Content-Sha256, as to {{file.sha256}}.
 */
export interface Aws4SignIn {
  kind: 'aws4';
  /**
   * The name of the service in the signature.
   */
  service: string;
  /**
   * The region in the signature: a template over `account`, or a name such as us-east-1.
   */
  region: string;
  /**
   * The id of the access key: a template over `account`.
   */
  accessKeyId: string;
  /**
   * The secret key: a template over `account`.
   */
  secretAccessKey: string;
  /**
   * The token of a temporary access key: a template over `account`. Left out for an account that has none.
   */
  sessionToken?: string;
}
/**
 * OAuth 2. The client id and secret come from the installation and are `client` in templates. Values from the sign-in become part of the account: `account.accessToken`, and kept values by name.
 */
export interface OAuthSignIn {
  kind: 'oauth2';
  /**
   * Whether a person authorizes access in a browser, or a token is requested when needed.
   */
  grant: 'authorizationCode' | 'clientCredentials';
  /**
   * Whether to use PKCE (S256), which binds the code to the requester; default true. Set to false if the service refuses it.
   */
  pkce?: boolean;
  client?: OAuthClient;
  /**
   * The requested scopes; `scope` in templates.
   *
   * @maxItems 200
   */
  scopes?: string[];
  /**
   * Scopes that a person may leave out when they link an account. By default they are requested too.
   *
   * @minItems 1
   * @maxItems 50
   */
  optionalScopes?: OptionalScope[];
  /**
   * The separator between scopes, default a space.
   */
  scopeSeparator?: string;
  authorize?: Authorize;
  token: TokenRequest;
  refresh?: RefreshRequest;
  revoke?: RevokeRequest;
  /**
   * Values of the redirect (`redirect.shop`) and of the token response (`response.body.team.id`), updated at every token refresh. Also `client.id`, which some services require in every request.
   */
  keep?: Kept;
  /**
   * Additional requests after the token is received, in order.
   *
   * @minItems 1
   * @maxItems 10
   */
  then?: SignInStep[];
  carry?: CarriedToken;
  /**
   * Answers that mean that the token has expired. Other refusals are about permissions. Default status 401.
   *
   * @minItems 1
   * @maxItems 20
   */
  expiredWhen?: ExpiredToken[];
}
/**
 * A scope that a person may leave out, and what it is for.
 */
export interface OptionalScope {
  /**
   * The scope, as the service's token answer names it.
   */
  scope: string;
  /**
   * What it is for, in a few words that people read before they sign in.
   */
  description: string;
}
/**
 * The client, if each account brings its own instead of using that of the installation.
 */
export interface OAuthClient {
  /**
   * The id, such as {{account.clientId}}.
   */
  id: string;
  /**
   * The secret, such as {{account.clientSecret}}.
   */
  secret: string;
}
/**
 * Where the person authorizes access. The address gets response_type, client_id, redirect_uri, scope, state, code_challenge and code_challenge_method.
 */
export interface Authorize {
  /**
   * The page; it may contain values that the person entered, such as {{account.tenant}}.
   */
  url: string;
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Additional parameters of the page, templates over `account`, `client` and `scope`. They override the standard parameters; null removes one.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * The request for the token.
 */
export interface TokenRequest {
  /**
   * The address of the request. Its host may contain values of the account if the same host is in `hosts`.
   */
  url: string;
  /**
   * Default POST. With GET, the parameters go into the query.
   */
  method?: 'POST' | 'GET' | 'PUT';
  /**
   * How the client authenticates: with parameters (default), with Basic, or not at all.
   */
  client?: 'body' | 'basic' | 'none';
  /**
   * The format of the parameters, default form.
   */
  format?: 'form' | 'json';
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Additional parameters, templates over `account`, `client`, `redirect` and `scope`. They override the standard parameters; null removes one.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
  headers?: RequestHeaders;
  success?: Success;
  read?: TokenPaths;
}
/**
 * How a token is refreshed, as far as that differs from the token request, whose `parameters` it does not share. Default: grant_type=refresh_token, if the service has issued a refresh token.
 */
export interface RefreshRequest {
  /**
   * The address of the request. Its host may contain values of the account if the same host is in `hosts`.
   */
  url?: string;
  /**
   * Default POST. With GET, the parameters go into the query.
   */
  method?: 'POST' | 'GET' | 'PUT';
  /**
   * How the client authenticates: with parameters (default), with Basic, or not at all.
   */
  client?: 'body' | 'basic' | 'none';
  /**
   * The format of the parameters, default form.
   */
  format?: 'form' | 'json';
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Additional parameters, templates over `account`, `client`, `redirect` and `scope`. They override the standard parameters; null removes one.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
  headers?: RequestHeaders;
  success?: Success;
  read?: TokenPaths;
  /**
   * What is presented: the refresh token (default), or the access token itself, as access_token, while it is valid. The new token replaces it, and a request of `then` that produced it is not repeated.
   */
  with?: 'refreshToken' | 'accessToken';
  /**
   * How long before its expiry a token is refreshed, in milliseconds; default 60000.
   */
  aheadOfEndMs?: number;
}
/**
 * How the account's token is revoked at the service when a person removes the account (RFC 7009). `token` and the client are sent like those of the token request.
 */
export interface RevokeRequest {
  /**
   * The address of the request. Its host may contain values of the account if the same host is in `hosts`; its path may contain the token.
   */
  url: string;
  /**
   * Default POST. With GET, the parameters go into the query; if all are removed, there is no body.
   */
  method?: 'POST' | 'GET' | 'PUT' | 'DELETE';
  /**
   * How the client authenticates: with parameters (default), with Basic, or not at all.
   */
  client?: 'body' | 'basic' | 'none';
  /**
   * The format of the parameters, default form.
   */
  format?: 'form' | 'json';
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Additional parameters, templates over `account`, `client`, `redirect` and `scope`. They override the standard parameters; null removes one.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
  headers?: RequestHeaders;
  success?: Success;
  /**
   * Which token is sent as `token`: the refresh token if there is one (default), or the access token.
   */
  revokes?: 'refreshToken' | 'accessToken';
}
/**
 * Where the values are in the answer, as paths without braces.
 */
export interface TokenPaths {
  /**
   * Default response.body.access_token.
   */
  accessToken?: string;
  /**
   * Default response.body.refresh_token.
   */
  refreshToken?: string;
  /**
   * The lifetime of the token in seconds, as a number or text; default response.body.expires_in. Absent: valid until it is refused.
   */
  expiresIn?: string;
  /**
   * The lifetime of the refresh token in seconds; default response.body.refresh_token_expires_in. After it a person must connect the account again, and is asked to before.
   */
  refreshExpiresIn?: string;
  /**
   * Default response.body.scope.
   */
  scope?: string;
}
/**
 * A request made with the token, whose answer has values to keep. A kept `accessToken` replaces the token. `headers` may override the header with the token if this request needs another form. For services that exchange a token this way, the query may contain `{{account.accessToken}}`, `{{client.id}}` and `{{client.secret}}`.
 */
export interface SignInStep {
  request: Request;
  choose?: Choice;
  /**
   * Values of the answer (`response`), and of the chosen element (`item`).
   */
  keep: Kept;
  /**
   * The path, without braces, of the lifetime in seconds of the token kept as `accessToken`, such as response.body.expires_in. By default it expires with the previous token.
   */
  expiresIn?: string;
}
/**
 * A person chooses one element of a list; a single element is chosen automatically.
 */
export interface Choice {
  /**
   * The path of the list, such as response.body.sites.
   */
  list: string;
  /**
   * The display name of an element: a template over `item`.
   */
  label: string;
  /**
   * The value that identifies an element: a template over `item`.
   */
  value: string;
}
/**
 * Where requests carry the token; by default in the header Authorization after the word Bearer.
 */
export interface CarriedToken {
  in: 'header' | 'query' | 'path';
  /**
   * The header or query parameter.
   */
  name?: string;
  /**
   * A template over `account`, such as OAuth {{account.accessToken}}.
   */
  value: string;
}
/**
 * Answers that mean that the token has expired: those with one of these statuses, if given, for which all of these conditions hold.
 */
export interface ExpiredToken {
  /**
   * The statuses, default any.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * All of these hold; paths begin with `response`.
   *
   * @minItems 1
   * @maxItems 20
   */
  when?: Condition[];
}
/**
 * What a person enters to link an account, and how the account is identified.
 */
export interface ConnectorAccount {
  /**
   * @maxItems 50
   */
  fields: AccountField[];
  /**
   * The display name of the account.
   */
  label: string;
  /**
   * The id of the account at the other service, as its webhooks name it.
   */
  externalId: string;
}
/**
 * One of the allowed values of an account field.
 */
export interface AccountFieldChoice {
  /**
   * The value. An empty one names the choice of an optional field that is left empty.
   */
  value: string;
  /**
   * Its name for people; default the value itself.
   */
  label?: string;
}
export interface AccountField {
  name: string;
  label: string;
  /**
   * How to find the value.
   */
  description?: string;
  /**
   * Whether the value is a credential: it is stored encrypted and never shown.
   */
  secret?: boolean;
  /**
   * The allowed values, if the field has a fixed list.
   *
   * @minItems 1
   * @maxItems 100
   */
  choices?: AccountFieldChoice[];
  /**
   * Whether it may be left empty.
   */
  optional?: boolean;
}
/**
 * The common properties of all requests.
 */
export interface SharedRequest {
  /**
   * The base of all paths, such as https://api.example.com/v1.
   */
  baseUrl?: string;
  /**
   * The query parameters; they are encoded. A parameter with an absent value is omitted; a list repeats it.
   */
  query?: {
    [k: string]: Parameter;
  };
  headers?: RequestHeaders;
}
