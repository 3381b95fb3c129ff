import type { ProblemCode, ProblemDetail, ProblemDocument } from './generated/api/problem.ts';

/** The meaning of a problem code over HTTP and to a workflow. */
export interface ProblemKind {
  /** The HTTP status (RFC 9110). */
  status: number;
  /** A short sentence, the same for every occurrence (RFC 9457 `title`). */
  title: string;
  /** Whether retrying the same request later may succeed. */
  retry: boolean;
}

/** All problem codes: every refusal of every package has one of these. */
export const problemKinds = {
  invalid_json: { status: 400, title: 'The body is not JSON', retry: false },
  invalid_request: { status: 400, title: 'The request is invalid', retry: false },
  invalid_usage: { status: 400, title: 'The command line is invalid', retry: false },
  sign_in_required: { status: 401, title: 'Sign in, or send an API key', retry: false },
  wrong_credentials: { status: 401, title: 'Wrong email or password', retry: false },
  wrong_signature: { status: 401, title: 'The signature of the delivery is not right', retry: false },
  forbidden: { status: 403, title: 'You are not allowed to do this', retry: false },
  wrong_origin: { status: 403, title: 'A page of another site sent this request', retry: false },
  not_found: { status: 404, title: 'Not found', retry: false },
  method_not_allowed: { status: 405, title: 'This address does not support that method', retry: false },
  not_acceptable: { status: 406, title: 'None of the accepted types is available', retry: false },
  revision_conflict: { status: 409, title: 'Somebody else changed the record', retry: false },
  merge_conflict: { status: 409, title: 'Both branches changed the same records', retry: false },
  already_exists: { status: 409, title: 'It already exists', retry: false },
  read_only: { status: 409, title: 'This came with an app and is read-only', retry: false },
  would_lose: { status: 409, title: 'Values would be lost', retry: false },
  in_use: { status: 409, title: 'Something else uses it', retry: false },
  run_open: { status: 409, title: 'The run has not ended', retry: false },
  needs_decision: { status: 409, title: 'A person must decide first', retry: false },
  already_decided: { status: 409, title: 'Somebody has decided already', retry: false },
  run_ended: { status: 409, title: 'The run has ended', retry: false },
  request_timeout: { status: 408, title: 'The request did not arrive in time', retry: true },
  body_too_large: { status: 413, title: 'The body is too large', retry: false },
  unsupported_type: { status: 415, title: 'This address does not accept that content type', retry: false },
  range_not_satisfiable: { status: 416, title: 'The range is outside the file', retry: false },
  invalid_question: { status: 422, title: 'The question cannot be run', retry: false },
  invalid_record: { status: 422, title: 'The record does not fit its type', retry: false },
  invalid_import: { status: 422, title: 'The file cannot be imported', retry: false },
  invalid_connector: { status: 422, title: 'The connector has mistakes', retry: false },
  invalid_workflow: { status: 422, title: 'The workflow has mistakes', retry: false },
  invalid_account: { status: 422, title: 'The account cannot be linked', retry: false },
  account_refused: { status: 422, title: 'The account does not work', retry: false },
  invalid_input: { status: 422, title: 'The input has mistakes', retry: false },
  not_recorded: { status: 422, title: 'Nothing was written', retry: false },
  port_unusable: { status: 409, title: 'The port cannot be used', retry: true },
  too_many_requests: { status: 429, title: 'Too many requests', retry: true },
  plan_used_up: { status: 429, title: 'The calls of the plan are used up', retry: true },
  headers_too_large: { status: 431, title: 'The headers are too large', retry: false },
  internal: { status: 500, title: 'Something failed on our side', retry: true },
  unavailable: { status: 503, title: 'A part of the service cannot be reached', retry: true },
  cannot_start: { status: 500, title: 'Tallyhook cannot start', retry: false },
  no_space: { status: 507, title: 'The disk is nearly full', retry: true },
  quota_reached: { status: 507, title: 'The quota of the workspace is reached', retry: false },
  query_timeout: { status: 504, title: 'The question took longer than eight seconds', retry: false },
} as const satisfies Record<ProblemCode, ProblemKind>;

export type { ProblemCode, ProblemDetail, ProblemDocument };

export interface ProblemOptions {
  errors?: readonly ProblemDetail[];
  retryAfterSeconds?: number;
  /** Additional members of the problem document, such as `limitMs`. */
  members?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * A refusal with a problem code; the project's only error class for these. `message` says what was given, what was
 * expected and what to do, and never contains a secret.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly errors: readonly ProblemDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly members: Record<string, unknown>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.members = options.members ?? {};
  }

  get kind(): ProblemKind {
    return problemKinds[this.code];
  }
}

/** Converts a problem to the document sent as `application/problem+json`; `instance` is the id of the request. */
export function problemDocument(problem: Problem, instance?: string): ProblemDocument {
  const { status, title } = problem.kind;
  return {
    type: `/problems/${problem.code.replaceAll('_', '-')}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    ...(instance === undefined ? {} : { instance }),
    ...(problem.errors.length === 0 ? {} : { errors: problem.errors }),
    ...problem.members,
  };
}
