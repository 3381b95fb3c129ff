import type { ParameterTable } from '../parameters.ts';

/** A page of differences in one type. */
export const differenceParameters = {
  type: { kind: 'text', maxLength: 100, required: true },
  cursor: { kind: 'text', maxLength: 24 },
  limit: { kind: 'integer', minimum: 1, maximum: 500 },
} as const satisfies ParameterTable;

/** A page of conflicts. */
export const conflictParameters = {
  cursor: { kind: 'text', maxLength: 200 },
} as const satisfies ParameterTable;

/** The two branches of a merge. */
export const branchParameters = {
  from: { kind: 'text', maxLength: 200, required: true },
  into: { kind: 'text', maxLength: 200, required: true },
} as const satisfies ParameterTable;
