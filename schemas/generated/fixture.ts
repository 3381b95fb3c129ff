// Made from fixture.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * One test of a connector, run without the service: an action with the exchanges it must make, a delivery and what is read from it, a subscription that is made or taken away, or a sign-in.
 */
export type Fixture = ActionFixture | WebhookFixture | SubscribeFixture | UnsubscribeFixture | SignInFixture;
export interface ActionFixture {
  $schema?: string;
  kind: 'action';
  description?: string;
  action: string;
  input: {
    [k: string]: unknown;
  };
  /**
   * A made-up account; each secret begins with `test-`.
   */
  account?: {
    [k: string]: string;
  };
  file?: FixtureFile;
  /**
   * The requests in order, each with its answer. One that is not made fails the test, and so does one that is not named here.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect: ActionExpectation;
}
/**
 * A made-up file for an action that sends one.
 */
export interface FixtureFile {
  name: string;
  /**
   * application/octet-stream unless told otherwise.
   */
  type?: string;
  /**
   * What is in it.
   */
  text?: string;
  /**
   * So many zeros instead of a text.
   */
  size?: number;
}
export interface Exchange {
  /**
   * The service does this, and its answer gets lost on the way.
   */
  lost?: boolean;
  request: {
    method: string;
    url: string;
    /**
     * Headers that the request must have, and with null those that it must not have; others may be there.
     */
    headers?: {
      [k: string]: string | null;
    };
    /**
     * The body: a JSON value, or the exact text.
     */
    body?: unknown;
  };
  response: {
    status: number;
    headers?: {
      [k: string]: string;
    };
    /**
     * The body: a text as it is, any other value as JSON.
     */
    body?: unknown;
  };
}
export interface ActionExpectation {
  /**
   * The output of the action.
   */
  output?: unknown;
  /**
   * The class of the error.
   */
  error?:
    'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * What the message of the error holds.
   */
  message?: string;
  /**
   * How long the service asks to wait, in milliseconds.
   */
  retryAfterMs?: number;
  /**
   * The run is cancelled before the last exchange, which is the request `abort` of the upload.
   */
  cancelled?: true;
}
export interface WebhookFixture {
  $schema?: string;
  kind: 'webhook';
  description?: string;
  webhook: string;
  account?: {
    [k: string]: string;
  };
  delivery: {
    method?: 'POST' | 'GET' | 'HEAD' | 'OPTIONS';
    headers: {
      [k: string]: string;
    };
    query?: {
      [k: string]: string;
    };
    /**
     * The body: a text as it is, any other value as JSON.
     */
    body?: unknown;
  };
  expect: WebhookExpectation;
}
/**
 * A webhook whose `subscribe` tells the service where the deliveries go, and what is kept of the answer.
 */
export interface SubscribeFixture {
  $schema?: string;
  kind: 'subscribe';
  description?: string;
  webhook: string;
  /**
   * What a person gives for it, where `subscribe` has an input.
   */
  input?: {
    [k: string]: unknown;
  };
  /**
   * A made-up account; each secret begins with `test-`.
   */
  account?: {
    [k: string]: string;
  };
  client?: FixtureClient;
  hook?: FixtureHook;
  /**
   * The requests in order, each with its answer. One that is not made fails the test, and so does one that is not named here.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect: SubscribeExpectation;
}
/**
 * A webhook whose `unsubscribe` takes away what was set up; without `expect` the service does it.
 */
export interface UnsubscribeFixture {
  $schema?: string;
  kind: 'unsubscribe';
  description?: string;
  webhook: string;
  /**
   * What `subscribe` kept, by name; {} where it keeps nothing.
   */
  subscription: {
    [k: string]: string;
  };
  /**
   * A made-up account; each secret begins with `test-`.
   */
  account?: {
    [k: string]: string;
  };
  client?: FixtureClient;
  hook?: FixtureHook;
  /**
   * The requests in order, each with its answer. One that is not made fails the test, and so does one that is not named here.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect?: UnsubscribeExpectation;
}
/**
 * What the service is told: https://tallyhook.example.com/hooks/<connector> and test-hook-secret unless told.
 */
export interface FixtureHook {
  /**
   * Where the deliveries arrive.
   */
  url?: string;
  /**
   * The text that is made for the subscription.
   */
  secret?: string;
}
/**
 * What is kept, or the error.
 */
export interface SubscribeExpectation {
  /**
   * All that is kept, by name: what `unsubscribe` reaches as `subscription`. Nothing is kept: {}.
   */
  subscription?: {
    [k: string]: string;
  };
  /**
   * The class of the error.
   */
  error?:
    'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * What the message of the error holds.
   */
  message?: string;
}
/**
 * The error, where the service does not take it away.
 */
export interface UnsubscribeExpectation {
  /**
   * The class of the error.
   */
  error: 'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * What the message of the error holds.
   */
  message?: string;
}
/**
 * A sign-in from its beginning: the page of the service where there is one, the token, a refresh where asked for, and the test request of the connector.
 */
export interface SignInFixture {
  $schema?: string;
  kind: 'signIn';
  description?: string;
  /**
   * What the person gave, or an account that has a token already; each credential begins with `test-`.
   */
  account?: {
    [k: string]: string;
  };
  client?: FixtureClient;
  /**
   * The address that the person is sent to. `state` is test-state, `redirect_uri` is https://tallyhook.example.com/sign-in.
   */
  authorize?: string;
  /**
   * What the service sends back, such as { "code": "test-code" }; without it nobody is asked. `state` comes back by itself.
   */
  redirect?: {
    [k: string]: string;
  };
  /**
   * What the person chooses, where the service offers several; of an account that has a token already, what was chosen when it was linked.
   */
  choose?: string;
  /**
   * Whether the token is refreshed as well; the requests of `then` follow where they put another token in its place.
   */
  refresh?: boolean;
  /**
   * Whether the test request is made, where the connector has one; true unless told.
   */
  test?: boolean;
  /**
   * The requests in order, each with its answer.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect: SignInExpectation;
}
/**
 * A made-up client of OAuth 2; test-client and test-client-secret unless told.
 */
export interface FixtureClient {
  id: string;
  secret?: string;
}
/**
 * The account in the end, or the error.
 */
export interface SignInExpectation {
  /**
   * Values that are kept; others may be there. Time stands still at 2026-01-01T00:00:00Z, which is 1767225600000 for `expiresAt`.
   */
  account?: {
    [k: string]: unknown;
  };
  /**
   * What the account is called.
   */
  label?: string;
  /**
   * Which account of the service it is.
   */
  externalId?: string | null;
  /**
   * The class of the error.
   */
  error?:
    'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * What the message of the error holds.
   */
  message?: string;
}
export interface WebhookExpectation {
  kind: 'events' | 'handshake' | 'ignored' | 'refused';
  events?: {
    event: string;
    deliveryId: string | null;
    externalId: string;
  }[];
  /**
   * How many parts of the delivery are no event and are left out, such as elements without an id; none unless told.
   */
  unread?: number;
  status?: number;
  /**
   * Headers that the answer has; names in any case of letters.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * The body of the answer.
   */
  body?: string;
}
