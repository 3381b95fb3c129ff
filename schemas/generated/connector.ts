// Made from connector.schema.json by `npm run generate`. Change the schema, not this file.

import type { Condition, ErrorRules, Kept, Parameter, RateLimit, Request, RequestHeaders, RetryRule, Success } from './request.ts';

/**
 * connector.json: what a connector is called, which hosts it speaks to, how it signs in and what an account of it is.
 */
export interface Connector {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * The id; deliveries arrive at /hooks/<id>.
   */
  id: string;
  /**
   * What people call the service.
   */
  name: string;
  /**
   * The version; a released one never changes.
   */
  version: string;
  /**
   * What one can do with it.
   */
  description?: string;
  /**
   * The hosts that requests may go to, compared exactly. A host may hold values of the account, such as {{account.shop}}.example.com.
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
   * A request that succeeds exactly when an account can sign in; `account.label` and `account.externalId` reach its answer as `test`.
   */
  test?: Request;
}
/**
 * How a request shows who sends it. Credentials come from the account.
 */
export type SignIn = NoSignIn | KeySignIn | BasicSignIn | BearerSignIn | OAuthSignIn;

export interface NoSignIn {
  kind: 'none';
}
/**
 * A key in a header, a query parameter, or in front of the path.
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
   * The word in front of the token (RFC 9110 section 11.1); Bearer unless told. Where more stands there, as in `Token token=…`, use a sign-in of kind `key` in the header Authorization.
   */
  scheme?: string;
}
/**
 * OAuth 2. The id and the secret of the client come from the installation and are `client` in templates; what sign-in brings is part of the account: `account.accessToken`, and what is kept by its name.
 */
export interface OAuthSignIn {
  kind: 'oauth2';
  /**
   * Whether a person allows it in a browser, or a token is fetched when it is needed.
   */
  grant: 'authorizationCode' | 'clientCredentials';
  /**
   * Whether the code is bound to who asked for it (PKCE, S256); true unless the service refuses that.
   */
  pkce?: boolean;
  client?: OAuthClient;
  /**
   * What is asked for; `scope` in templates.
   *
   * @maxItems 200
   */
  scopes?: string[];
  /**
   * What stands between scopes; a space unless told.
   */
  scopeSeparator?: string;
  authorize?: Authorize;
  token: TokenRequest;
  refresh?: RefreshRequest;
  /**
   * Values of the redirect (`redirect.shop`) and of the answer to the token request (`response.body.team.id`), taken again whenever a token is refreshed. Besides, `client.id`, which some services want in every request.
   */
  keep?: Kept;
  /**
   * Further requests once there is a token, in order.
   *
   * @minItems 1
   * @maxItems 10
   */
  then?: SignInStep[];
  carry?: CarriedToken;
  /**
   * Answers that mean: the token has ended. Any other refusal is about rights. Status 401 unless told.
   *
   * @minItems 1
   * @maxItems 20
   */
  expiredWhen?: ExpiredToken[];
}
/**
 * The client, where each account brings its own instead of that of the installation.
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
 * Where the person allows it. It is asked with response_type, client_id, redirect_uri, scope, state, code_challenge and code_challenge_method.
 */
export interface Authorize {
  /**
   * The page; it may hold what the person gave, such as {{account.tenant}}.
   */
  url: string;
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Further parameters of the page, templates over `account`, `client` and `scope`. One that is there anyway is replaced, and left out where it is null.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * The request that brings the token.
 */
export interface TokenRequest {
  /**
   * Where the request goes. Its host may hold values of the account where the same host is one of `hosts`.
   */
  url: string;
  /**
   * POST unless told. With GET the parameters go into the query.
   */
  method?: 'POST' | 'GET' | 'PUT';
  /**
   * Where the client shows who it is: among the parameters, unless told; with Basic; or not at all.
   */
  client?: 'body' | 'basic' | 'none';
  /**
   * How the parameters are written; as a form unless told.
   */
  format?: 'form' | 'json';
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Further parameters, templates over `account`, `client`, `redirect` and `scope`. One that is there anyway is replaced, and left out where it is null.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
  headers?: RequestHeaders;
  success?: Success;
  read?: TokenPaths;
}
/**
 * How a token is refreshed, as far as that differs from the token request; its `parameters` are not those. Without it: grant_type=refresh_token, where the service has given a refresh token.
 */
export interface RefreshRequest {
  /**
   * Where the request goes. Its host may hold values of the account where the same host is one of `hosts`.
   */
  url?: string;
  /**
   * POST unless told. With GET the parameters go into the query.
   */
  method?: 'POST' | 'GET' | 'PUT';
  /**
   * Where the client shows who it is: among the parameters, unless told; with Basic; or not at all.
   */
  client?: 'body' | 'basic' | 'none';
  /**
   * How the parameters are written; as a form unless told.
   */
  format?: 'form' | 'json';
  /**
   * Other names for parameters, such as { "client_id": "client_key" }.
   */
  names?: {
    [k: string]: string;
  };
  /**
   * Further parameters, templates over `account`, `client`, `redirect` and `scope`. One that is there anyway is replaced, and left out where it is null.
   */
  parameters?: {
    [k: string]: string | number | boolean | null;
  };
  headers?: RequestHeaders;
  success?: Success;
  read?: TokenPaths;
  /**
   * What is shown: the refresh token, unless told; or the access token itself, as access_token, while it lasts. What comes then takes its place, and a request of `then` that has brought it is not made again.
   */
  with?: 'refreshToken' | 'accessToken';
  /**
   * How long before its end a token is refreshed; 60000 unless told.
   */
  aheadOfEndMs?: number;
}
/**
 * Where the answer holds what, as paths without braces.
 */
export interface TokenPaths {
  /**
   * response.body.access_token unless told.
   */
  accessToken?: string;
  /**
   * response.body.refresh_token unless told.
   */
  refreshToken?: string;
  /**
   * In how many seconds the token ends, a number or a text; response.body.expires_in unless told. Absent: valid until it is refused.
   */
  expiresIn?: string;
  /**
   * response.body.scope unless told.
   */
  scope?: string;
}
/**
 * A request made with the token, whose answer brings values that are kept. `accessToken` among them replaces the token. The header that carries the token may be set anew in `headers`, where this request wants it in another form. Its query may hold `{{account.accessToken}}`, and `{{client.id}}` and `{{client.secret}}` too, for services that exchange a token so.
 */
export interface SignInStep {
  request: Request;
  choose?: Choice;
  /**
   * Values of the answer (`response`), and of the element that was chosen (`item`).
   */
  keep: Kept;
  /**
   * In how many seconds the token that is kept as `accessToken` ends, as a path without braces such as response.body.expires_in. Without it, it ends when the one before does.
   */
  expiresIn?: string;
}
/**
 * A person chooses one element of a list; where there is one only, it is taken.
 */
export interface Choice {
  /**
   * The path of the list, such as response.body.sites.
   */
  list: string;
  /**
   * What an element is called: a template over `item`.
   */
  label: string;
  /**
   * What tells it from the others: a template over `item`.
   */
  value: string;
}
/**
 * Where requests carry the token; in the header Authorization after the word Bearer unless told.
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
 * Answers that mean that the token has ended: with one of these statuses, if told, and where all of these conditions hold.
 */
export interface ExpiredToken {
  /**
   * The statuses; any, unless told.
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
 * What a person gives to link an account, and how the account is recognised.
 */
export interface ConnectorAccount {
  /**
   * @maxItems 50
   */
  fields: AccountField[];
  /**
   * What the account is called in lists.
   */
  label: string;
  /**
   * Which account of the other service this is, as its webhooks name it.
   */
  externalId: string;
}
export interface AccountField {
  name: string;
  label: string;
  /**
   * How to find the value.
   */
  description?: string;
  /**
   * Whether the value is a credential: it is kept encrypted and shown nowhere.
   */
  secret?: boolean;
  /**
   * Whether it may be left empty.
   */
  optional?: boolean;
}
/**
 * What all requests of the connector have in common.
 */
export interface SharedRequest {
  /**
   * Where paths begin, such as https://api.example.com/v1.
   */
  baseUrl?: string;
  /**
   * The query parameters; they are encoded. A parameter whose value is absent is left out, a list repeats it.
   */
  query?: {
    [k: string]: Parameter;
  };
  headers?: RequestHeaders;
}
