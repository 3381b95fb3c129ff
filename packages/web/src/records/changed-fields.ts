import type { Field, RecordType } from '@tallyhook/schemas';
import type { RecordChange } from '@tallyhook/schemas/api';
import { isSameValue } from './record-entry.ts';

export interface ChangedField {
  field: Field;
  before: unknown;
  after: unknown;
}

/** The fields that a change of a record changed, in the order of the type. */
export function changedFields(
  type: RecordType,
  { before, after }: Pick<RecordChange, 'before' | 'after'>,
): ChangedField[] {
  const valueIn = (record: typeof before, name: string) => record?.fields?.[name];
  return type.fields
    .map((field) => ({ field, before: valueIn(before, field.name), after: valueIn(after, field.name) }))
    .filter((one) => !isSameValue(one.before, one.after));
}
