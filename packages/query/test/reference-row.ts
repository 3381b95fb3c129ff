import { systemFields, type Field } from '@tallyhook/schemas';
import { project, ticket } from './sample-types.ts';

export type Key = string | number | boolean | null;
/** All values outside the top ones. */
export const others = 'all other values';

export interface ReferenceRow {
  /** One per group: a key in a list, or `others`. */
  keys: ([Key] | typeof others)[];
  measures: Record<string, unknown>;
  isFilled: boolean;
  /** Its records. */
  members?: Record<string, unknown>[];
  /** Its measures over all asked rows of its first group, with a record once for each of its rows. */
  totals?: Record<string, unknown>;
}

export function fieldOf(path: string): { field: Field; relation?: Field } {
  const [first, second] = path.split('.') as [string, string?];
  const find = (fields: readonly Field[], name: string) =>
    [...fields, ...systemFields].find((field) => field.name === name)!;
  if (second === undefined) return { field: find(ticket.fields, first) };
  const relation = find(ticket.fields, first);
  return { field: find((relation.target === 'project' ? project : ticket).fields, second), relation };
}
