// Made from api/problem.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count } from './parts.ts';

export interface ProblemDetail {
  pointer?: string;
  line?: Count;
  column?: string;
  code: string;
  detail: string;
  allowed?: readonly unknown[];
  suggestion?: string;
}
