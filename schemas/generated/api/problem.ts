// Made from api/problem.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';

export type ProblemCode =
  | 'invalid_json'
  | 'invalid_request'
  | 'invalid_usage'
  | 'sign_in_required'
  | 'wrong_signature'
  | 'wrong_credentials'
  | 'forbidden'
  | 'wrong_origin'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'revision_conflict'
  | 'merge_conflict'
  | 'already_exists'
  | 'read_only'
  | 'would_lose'
  | 'in_use'
  | 'run_open'
  | 'needs_decision'
  | 'already_decided'
  | 'run_ended'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_type'
  | 'range_not_satisfiable'
  | 'invalid_question'
  | 'invalid_record'
  | 'invalid_import'
  | 'invalid_connector'
  | 'invalid_workflow'
  | 'invalid_account'
  | 'account_refused'
  | 'invalid_input'
  | 'not_recorded'
  | 'port_unusable'
  | 'too_many_requests'
  | 'plan_used_up'
  | 'no_space'
  | 'quota_reached'
  | 'headers_too_large'
  | 'internal'
  | 'unavailable'
  | 'cannot_start'
  | 'query_timeout';

/**
 * A refusal (RFC 9457).
 */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  /**
   * What was given, what was expected and what to do.
   */
  detail: string;
  /**
   * The id of the request.
   */
  instance?: string;
  errors?: readonly ProblemDetail[];
  [k: string]: unknown;
}
/**
 * One mistake at one place of the input.
 */
export interface ProblemDetail {
  /**
   * JSON pointer as a URI fragment, such as `#/filter/and/0/op` (RFC 6901).
   */
  pointer?: string;
  /**
   * The line of a text file, from 1.
   */
  line?: Count;
  /**
   * The number of a record in a JSON list, from 1.
   */
  record?: Count;
  /**
   * The name of the column in a CSV file, or the key in JSON.
   */
  column?: string;
  /**
   * A stable code of the mistake, such as `unknown_field`.
   */
  code: string;
  /**
   * What was given, what was expected and what to do.
   */
  detail: string;
  /**
   * The accepted values.
   */
  allowed?: readonly unknown[];
  /**
   * The accepted value closest to the given one.
   */
  suggestion?: string;
}
