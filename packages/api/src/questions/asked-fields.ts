import { describeFields, type FieldDescription } from '@tallyhook/query';
import type { RecordType } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { indexedFields } from '@tallyhook/store/field-indexes';

/** What questions may do with one field on a branch. */
export interface AskedField extends FieldDescription {
  /** Whether a ready index exists for it. */
  indexed: boolean;
}

/** Lists what can be asked about a record type, field by field. */
export async function askedFields(store: Store, branch: Branch, type: RecordType): Promise<AskedField[]> {
  const indexed = await indexedFields(store, branch, type.name);
  return describeFields(type, branch.types).map((field) => ({ ...field, indexed: indexed.has(field.name) }));
}
