import type { ErrorRule } from '@tallyhook/schemas';

/** The kind of failure. It decides what a workflow does next. */
export type ActionErrorClass =
  'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';

/** Details of a failed call. */
export interface ActionErrorOptions {
  /** HTTP status of the service's answer, if there was one. */
  status?: number;
  /** The body of the service's answer, shortened and without the account's secrets. */
  excerpt?: string;
  /** How long the service asks the caller to wait, in milliseconds. */
  retryAfterMs?: number;
  /** Whether the service may have received the request. */
  mayHaveArrived?: boolean;
  /** Whether no connection to the service could be made, so nothing was sent. */
  unreached?: boolean;
  /** Whether the data to send could not be read. This is not a failure of the service. */
  unread?: boolean;
  /** Whether the account's token has expired. The same request can be sent again with a new token. */
  tokenEnded?: boolean;
  /** Maximum number of sends, including the first, if the connector declares one. */
  maxAttempts?: number;
  /** The error rule that matched the answer. */
  rule?: ErrorRule;
  cause?: unknown;
}

/**
 * The error of a call to another service. `message` says what happened and what to do; it never contains a secret.
 * `mayRetry` is true if the same call can be repeated without side effects happening twice.
 */
export class ActionError extends Error {
  readonly class: ActionErrorClass;
  readonly status: number | undefined;
  readonly excerpt: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly mayHaveArrived: boolean;
  readonly unreached: boolean;
  readonly unread: boolean;
  readonly tokenEnded: boolean;
  readonly maxAttempts: number | undefined;
  readonly rule: ErrorRule | undefined;

  constructor(errorClass: ActionErrorClass, message: string, options: ActionErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ActionError';
    this.class = errorClass;
    this.status = options.status;
    this.excerpt = options.excerpt;
    this.retryAfterMs = options.retryAfterMs;
    this.mayHaveArrived = options.mayHaveArrived ?? false;
    this.unreached = options.unreached ?? false;
    this.unread = options.unread ?? false;
    this.tokenEnded = options.tokenEnded ?? false;
    this.maxAttempts = options.maxAttempts;
    this.rule = options.rule;
  }

  get mayRetry(): boolean {
    return this.class === 'transient' || this.class === 'rate_limit';
  }
}

/** Returns a copy of the error with the given changes. */
export function changeError(error: ActionError, changes: { message?: string } & ActionErrorOptions): ActionError {
  const { class: errorClass, message, status, excerpt, retryAfterMs, mayHaveArrived, unreached, tokenEnded } = error;
  const { unread, maxAttempts, rule, cause } = error;
  const known = {
    status,
    excerpt,
    retryAfterMs,
    mayHaveArrived,
    unreached,
    unread,
    tokenEnded,
    maxAttempts,
    rule,
    cause,
  };
  const all = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== undefined);
  return new ActionError(errorClass, changes.message ?? message, Object.fromEntries(all));
}

/**
 * Returns the caught error if it is an ActionError; rethrows any other error. For callers that treat a failed call as a
 * result.
 */
export function asActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  throw error;
}
