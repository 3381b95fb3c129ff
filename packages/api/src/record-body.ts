import type { NamedPage } from './questions/name-related.ts';
import type { ParameterTable } from './parameters.ts';

/** A record is at most 1 MiB; its JSON may be a little longer. */
export const recordLimitBytes = 1_200_000;

/** The parameter that names a record type. */
export const typeParameter = { kind: 'text', required: true, maxLength: 100 } as const;

/** The parameters of a page of records. */
export const listParameters = {
  type: typeParameter,
  limit: { kind: 'integer', minimum: 1, maximum: 1000 },
  cursor: { kind: 'text', maxLength: 200 },
  timezone: { kind: 'text', maxLength: 64 },
  weekStart: { kind: 'choice', values: ['monday', 'sunday', 'saturday'] },
  labels: { kind: 'flag' },
} as const satisfies ParameterTable;

/** A page as routes answer with it. */
export function pageBody({ records, nextCursor, labels }: NamedPage): Omit<NamedPage, 'sizeBytes'> {
  return { records, ...(nextCursor !== undefined && { nextCursor }), ...(labels && { labels }) };
}
