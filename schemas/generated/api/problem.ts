// Made from api/problem.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';

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
   * The name of the column in a CSV file.
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
