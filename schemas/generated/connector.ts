// Made from connector.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * How a request shows who sends it. Credentials come from the account.
 */
export type SignIn = NoSignIn | KeySignIn | BasicSignIn | BearerSignIn | OAuthSignIn;
/**
 * What an answer that does not count as done means: the first rule that fits. Where none does, its status decides. Rules of an action come before those of the connector.
 *
 * @minItems 1
 * @maxItems 50
 */
export type ErrorRules = ErrorRule[];

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
  test?: Request1;
}
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
 * Headers by name. A header whose value is absent is left out.
 */
export interface RequestHeaders {
  [k: string]: string | number | boolean;
}
/**
 * When the request counts as done. Without it: any status from 200 to 299.
 */
export interface Success {
  /**
   * The statuses that count as done.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * The request has failed although the status is right when one of these holds. An answer to a piece that only says to go on may lack what `is` null forbids to lack.
   *
   * @minItems 1
   * @maxItems 20
   */
  unless?: Condition[];
}
/**
 * Compares the value at a path. `null` stands for what is absent.
 */
export interface Condition {
  /**
   * A path as in a slot, without the braces.
   */
  path: string;
  is?: string | number | boolean | null;
  isNot?: string | number | boolean | null;
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
 * Values of the redirect (`redirect.shop`) and of the answer to the token request (`response.body.team.id`), taken again whenever a token is refreshed. Besides, `client.id`, which some services want in every request.
 */
export interface Kept {
  [k: string]: KeptValue;
}
/**
 * A value that an answer brings and that is kept.
 */
export interface KeptValue {
  /**
   * The value, a template.
   */
  value: string;
  /**
   * Whether it is a credential: it is kept encrypted and shown nowhere.
   */
  secret?: boolean;
  /**
   * Whether it may be absent.
   */
  optional?: boolean;
  /**
   * It is a host, or an address of which the host is kept; it must be one of these. `*.` stands for one label or more.
   *
   * @minItems 1
   * @maxItems 50
   */
  hosts?: string[];
}
/**
 * A request made with the token, whose answer brings values that are kept. `accessToken` among them replaces the token. The header that carries the token may be set anew in `headers`, where this request wants it in another form. Its query may hold `{{account.accessToken}}`, and `{{client.id}}` and `{{client.secret}}` too, for services that exchange a token so.
 */
export interface SignInStep {
  request: Request;
  choose?: Choice;
  keep: Kept1;
  /**
   * In how many seconds the token that is kept as `accessToken` ends, as a path without braces such as response.body.expires_in. Without it, it ends when the one before does.
   */
  expiresIn?: string;
}
/**
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request {
  /**
   * The HTTP method; the last six are those of WebDAV. GET, HEAD, PUT, DELETE, PROPFIND and REPORT may be sent again, any other only where the action says so.
   */
  method:
    | 'GET'
    | 'HEAD'
    | 'POST'
    | 'PUT'
    | 'PATCH'
    | 'DELETE'
    | 'MKCOL'
    | 'COPY'
    | 'MOVE'
    | 'PROPFIND'
    | 'PROPPATCH'
    | 'REPORT';
  /**
   * The path below the connector's `baseUrl`. Either this or `url`. A value in it must be there and may not change the number of segments; `|url` encodes it.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  query?: Query;
  headers?: RequestHeaders;
  headersFrom?: HeadersFrom;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer. JSON that is none is a text as a whole; it is an error where something inside of it is read. A whole number beyond ±9007199254740991 is the text of its digits there.
   */
  output?: unknown;
}
/**
 * The query parameters; they are encoded. A parameter whose value is absent is left out, a list repeats it.
 */
export interface Query {
  [k: string]: string | number | boolean | (string | number | boolean)[];
}
/**
 * Further headers that an earlier answer hands out as a list or by name. Those that are set for you are passed over.
 */
export interface HeadersFrom {
  /**
   * The path of a list, or of an object whose keys and values then are `field.name` and `field.value`.
   */
  each: string;
  /**
   * The name of a header, a template over `field`, such as {{field.name}}.
   */
  name: string;
  /**
   * Its value, a template over `field`.
   */
  value: string;
}
/**
 * The body, by its kind.
 */
export interface RequestBody {
  /**
   * A JSON structure whose texts are templates and keep the type of a whole expression; a key whose value is absent is left out. Or one text that gives JSON when it is rendered.
   */
  json?: unknown;
  /**
   * One text, sent as text/plain unless a header says otherwise.
   */
  text?: string;
  /**
   * Fields sent as application/x-www-form-urlencoded, in this order. A field whose value is absent is left out.
   */
  form?: {
    [k: string]: string | number | boolean | (string | number | boolean)[];
  };
  /**
   * The parts of a multipart/form-data body, in this order.
   *
   * @minItems 1
   * @maxItems 200
   */
  multipart?: BodyPart[];
  /**
   * No body.
   */
  none?: true;
}
/**
 * One part of a multipart body: a text, or the file of an action that sends one. A text whose value is absent is left out.
 */
export interface BodyPart {
  /**
   * The name of the field.
   */
  name: string;
  /**
   * The text. Either this or `file`.
   */
  value?: string | number | boolean;
  /**
   * One such part for each element of the list at this path, or for each key of an object, whose keys and values then are `field.name` and `field.value`: `name` and `value` are templates over `field`.
   */
  each?: string;
  /**
   * The file stands here. Either this or `value`.
   */
  file?: true;
  /**
   * What the file is called; {{file.name}} unless told otherwise. A text is sent as a file of this name where it has one.
   */
  filename?: string;
  /**
   * The part's Content-Type; that of the file, and none for a text, unless told otherwise.
   */
  type?: string;
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
 * Values of the answer (`response`), and of the element that was chosen (`item`).
 */
export interface Kept1 {
  [k: string]: KeptValue;
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
  query?: Query;
  headers?: RequestHeaders;
}
/**
 * Which answers it is about, and what they mean. It needs `status`, `when` or both.
 */
export interface ErrorRule {
  /**
   * The statuses it is about; any, unless told.
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
  /**
   * What kind of failure it is. A request that may not be repeated is sent again only after `rate_limit`, which says that nothing was done; `transient` then becomes `unknown_outcome`.
   */
  class: 'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * What the person is told: a template over `response`. The answer itself follows.
   */
  message?: string;
}
/**
 * When a request may be sent again, beyond what its method and the status say.
 */
export interface RetryRule {
  /**
   * Statuses after which any request may be sent again, because the service then has done nothing.
   *
   * @minItems 1
   * @maxItems 50
   */
  status?: number[];
  /**
   * How many times it is sent at most, the first time included; 1 is never again.
   */
  attempts?: number;
  wait?: WaitHeader;
}
/**
 * The header of an answer that says how long to wait. Retry-After is read without it.
 */
export interface WaitHeader {
  header: string;
  /**
   * How it is written: how long to wait, or the moment from which on it may be tried again.
   */
  as: 'seconds' | 'milliseconds' | 'epochSeconds' | 'epochMilliseconds' | 'date';
}
/**
 * How much the service lets through, and how its answers say so. Each process that sends keeps to `limit`; requests that carry files are not counted.
 */
export interface RateLimit {
  /**
   * How many requests; needs `windowMs`.
   */
  limit?: number;
  /**
   * In how many milliseconds; needs `limit`.
   */
  windowMs?: number;
  /**
   * Whether each linked account has its own allowance, which it has unless told, or all share one.
   */
  scope?: 'account' | 'connector';
  /**
   * The header that says how many are left: a refusal with 0 in it is a rate limit, whatever its status.
   */
  remaining?: string;
  reset?: WaitHeader;
}
/**
 * One request to another service. The same shape stands everywhere a connector calls out. Texts are templates.
 */
export interface Request1 {
  /**
   * The HTTP method; the last six are those of WebDAV. GET, HEAD, PUT, DELETE, PROPFIND and REPORT may be sent again, any other only where the action says so.
   */
  method:
    | 'GET'
    | 'HEAD'
    | 'POST'
    | 'PUT'
    | 'PATCH'
    | 'DELETE'
    | 'MKCOL'
    | 'COPY'
    | 'MOVE'
    | 'PROPFIND'
    | 'PROPPATCH'
    | 'REPORT';
  /**
   * The path below the connector's `baseUrl`. Either this or `url`. A value in it must be there and may not change the number of segments; `|url` encodes it.
   */
  path?: string;
  /**
   * A whole address on one of the connector's hosts. Either this or `path`.
   */
  url?: string;
  query?: Query;
  headers?: RequestHeaders;
  headersFrom?: HeadersFrom;
  body?: RequestBody;
  success?: Success;
  /**
   * What the request gives: a structure of templates over `response` (`status`, `headers`, `body`) besides the names of the request. Without it, the body of the answer. JSON that is none is a text as a whole; it is an error where something inside of it is read. A whole number beyond ±9007199254740991 is the text of its digits there.
   */
  output?: unknown;
}
