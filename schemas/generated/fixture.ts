// Made from fixture.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * One offline test of a connector: an action with its exchanges, a delivery and what is read from it, a subscription made or removed, or a sign-in.
 */
export type Fixture =
  ActionFixture | WebhookFixture | SubscribeFixture | RenewFixture | UnsubscribeFixture | SignInFixture;
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
   * The expected requests in order, each with its answer. The test fails if one is missing or any other is made.
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
   * Default application/octet-stream.
   */
  type?: string;
  /**
   * The content.
   */
  text?: string;
  /**
   * The number of zero bytes to use as content instead of a text.
   */
  size?: number;
}
export interface Exchange {
  /**
   * The service handles the request, but its answer is lost.
   */
  lost?: boolean;
  request: {
    method: string;
    url: string;
    /**
     * Headers that the request must have; null for those that it must not have. Other headers are allowed.
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
     * The body: a text as is, any other value as JSON.
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
   * Text that the error message contains.
   */
  message?: string;
  /**
   * How long the service asks to wait, in milliseconds.
   */
  retryAfterMs?: number;
  /**
   * The run is cancelled before the last exchange, which is the `abort` request of the upload.
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
     * The body: a text as is, any other value as JSON.
     */
    body?: unknown;
  };
  expect: WebhookExpectation;
}
/**
 * A webhook whose `subscribe` sends the delivery address to the service, and what is kept of the answer.
 */
export interface SubscribeFixture {
  $schema?: string;
  kind: 'subscribe';
  description?: string;
  webhook: string;
  /**
   * What a person enters, if `subscribe` has an input.
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
   * The expected requests in order, each with its answer. The test fails if one is missing or any other is made.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect: SubscribeExpectation;
}
/**
 * A webhook whose `renew` extends a subscription, and what is kept afterwards.
 */
export interface RenewFixture {
  $schema?: string;
  kind: 'renew';
  description?: string;
  webhook: string;
  /**
   * What `subscribe` kept, by name; {} if nothing.
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
   * The expected requests in order, each with its answer. The test fails if one is missing or any other is made.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect: SubscribeExpectation;
}
/**
 * A webhook whose `unsubscribe` removes a subscription; without `expect` it succeeds.
 */
export interface UnsubscribeFixture {
  $schema?: string;
  kind: 'unsubscribe';
  description?: string;
  webhook: string;
  /**
   * What `subscribe` kept, by name; {} if nothing.
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
   * The expected requests in order, each with its answer. The test fails if one is missing or any other is made.
   *
   * @maxItems 100
   */
  exchanges: Exchange[];
  expect?: UnsubscribeExpectation;
}
/**
 * What the service is given; default https://tallyhook.example.com/hooks/<connector> and test-hook-secret.
 */
export interface FixtureHook {
  /**
   * The address for deliveries.
   */
  url?: string;
  /**
   * The secret generated for the subscription.
   */
  secret?: string;
}
/**
 * What is kept, or the error.
 */
export interface SubscribeExpectation {
  /**
   * All kept values by name, which `renew` and `unsubscribe` can read as `subscription`; {} if nothing is kept.
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
   * Text that the error message contains.
   */
  message?: string;
}
/**
 * The error, if the service does not remove the subscription.
 */
export interface UnsubscribeExpectation {
  /**
   * The class of the error.
   */
  error: 'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * Text that the error message contains.
   */
  message?: string;
}
/**
 * A complete sign-in: the page of the service if there is one, the token, a refresh if requested, and the connector's test request.
 */
export interface SignInFixture {
  $schema?: string;
  kind: 'signIn';
  description?: string;
  /**
   * What the person entered, or an account that already has a token; each credential begins with `test-`.
   */
  account?: {
    [k: string]: string;
  };
  client?: FixtureClient;
  /**
   * The address to which the person is sent. `state` is test-state, `redirect_uri` is https://tallyhook.example.com/sign-in.
   */
  authorize?: string;
  /**
   * What the service sends back, such as { "code": "test-code" }; without it there is no page. `state` is returned automatically.
   */
  redirect?: {
    [k: string]: string;
  };
  /**
   * What the person chooses if the service offers several; for an account that already has a token, what was chosen at linking.
   */
  choose?: string;
  /**
   * Whether the token is also refreshed; the requests of `then` follow if they replace the token.
   */
  refresh?: boolean;
  /**
   * Whether the token is revoked at the end, as when a person removes the account.
   */
  revoke?: boolean;
  /**
   * Whether the test request is made if the connector has one; default true.
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
 * A made-up OAuth 2 client; default test-client and test-client-secret.
 */
export interface FixtureClient {
  id: string;
  secret?: string;
}
/**
 * The resulting account, or the error.
 */
export interface SignInExpectation {
  /**
   * Kept values; others are allowed. The clock is fixed at 2026-01-01T00:00:00Z, which is 1767225600000 for `expiresAt`.
   */
  account?: {
    [k: string]: unknown;
  };
  /**
   * The display name of the account.
   */
  label?: string;
  /**
   * The id of the account at the service.
   */
  externalId?: string | null;
  /**
   * The class of the error.
   */
  error?:
    'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';
  /**
   * Text that the error message contains.
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
   * The number of parts of the delivery that are skipped because they are not events, such as elements without an id; default 0.
   */
  unread?: number;
  status?: number;
  /**
   * Headers that the answer has; names are case-insensitive.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * The body of the answer.
   */
  body?: string;
}
