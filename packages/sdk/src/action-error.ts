import type { ErrorRule } from '@tallyhook/schemas';

/** What kind of failure it is; decides what a workflow does next. */
export type ActionErrorClass =
  'auth' | 'rate_limit' | 'invalid_input' | 'not_found' | 'conflict' | 'transient' | 'unknown_outcome' | 'fatal';

/** What is known of a call that failed. */
export interface ActionErrorOptions {
  /** The status of the service's answer, when there was one. */
  status?: number;
  /** The service's own body, shortened, without the account's secrets. */
  excerpt?: string;
  /** How long the service asks to wait, in milliseconds. */
  retryAfterMs?: number;
  /** Whether the service may have received the request. */
  mayHaveArrived?: boolean;
  /** Whether there was no connection to the service at all, so that nothing was sent. */
  unreached?: boolean;
  /** Whether what was to be sent could not be read: no failure of the service. */
  unread?: boolean;
  /** Whether the token of the account has ended: with a new one the same request may be made again. */
  tokenEnded?: boolean;
  /** How many times the request is sent at most, the first time included, where the connector says so. */
  mostAttempts?: number;
  /** The rule of an error map that read the answer. */
  rule?: ErrorRule;
  cause?: unknown;
}

/**
 * The error of a call to another service. `message` says what happened and what to do; it never holds a secret.
 * `mayRetry` is true where the same call may be made again without anything happening twice.
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
  readonly mostAttempts: number | undefined;
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
    this.mostAttempts = options.mostAttempts;
    this.rule = options.rule;
  }

  get mayRetry(): boolean {
    return this.class === 'transient' || this.class === 'rate_limit';
  }
}

/** Gives the same error with something of it changed. */
export function changeError(error: ActionError, changes: { message?: string } & ActionErrorOptions): ActionError {
  const { class: errorClass, message, status, excerpt, retryAfterMs, mayHaveArrived, unreached, tokenEnded } = error;
  const { unread, mostAttempts, rule, cause } = error;
  const known = {
    status,
    excerpt,
    retryAfterMs,
    mayHaveArrived,
    unreached,
    unread,
    tokenEnded,
    mostAttempts,
    rule,
    cause,
  };
  const all = Object.entries({ ...known, ...changes }).filter(([, value]) => value !== undefined);
  return new ActionError(errorClass, changes.message ?? message, Object.fromEntries(all));
}

/** The ActionError that was thrown; any other error is thrown on. For whom a failed call is an outcome. */
export function asActionError(error: unknown): ActionError {
  if (error instanceof ActionError) return error;
  throw error;
}
