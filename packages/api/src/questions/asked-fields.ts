import { describeFields } from '@tallyhook/query';
import type { RecordType } from '@tallyhook/schemas';
import type { AskedField } from '@tallyhook/schemas/api';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { indexedFields } from '@tallyhook/store/field-indexes';

/** Lists what can be asked about a record type, field by field. */
export async function askedFields(store: Store, branch: Branch, type: RecordType): Promise<AskedField[]> {
  const indexed = await indexedFields(store, branch, type.name);
  return describeFields(type, branch.types).map((field) => ({ ...field, indexed: indexed.has(field.name) }));
}
