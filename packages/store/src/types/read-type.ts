import type { RecordType } from '@tallyhook/schemas';
import { findTypeRecord, typeInRecord } from '../apps/type-records.ts';
import { typeOf } from '../collections/hidden-types.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** A type with its revision and its last change. */
export interface TypeVersion {
  type: RecordType;
  revision: number;
  changedAt?: string;
  changedBy?: string;
}

/**
 * Reads a type and who changed it last. The revision is 0 before the first change of any type.
 * @throws Problem `not_found`.
 */
export async function readType(store: Store, branch: Branch, name: string): Promise<TypeVersion> {
  const type = typeOf(branch, name);
  const record = await findTypeRecord(store, branch, name);
  if (!record) return { type, revision: 0 };
  const { revision, updatedAt, updatedBy } = record;
  return { type: typeInRecord(record), revision, changedAt: updatedAt.toISOString(), changedBy: updatedBy };
}
