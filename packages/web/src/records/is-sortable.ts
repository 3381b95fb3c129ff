import type { Field } from '@tallyhook/schemas';

/** Whether the service can sort records by a field: it has one value with an order. */
export function isSortable({ kind, many }: Field): boolean {
  return !many && kind !== 'relation' && kind !== 'person' && kind !== 'file';
}
