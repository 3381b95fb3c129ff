import { Problem, type RecordType } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { checkTypes } from '../apps/check-types.ts';
import { typeInRecord } from '../apps/type-records.ts';
import { markTypes } from '../collections/mark-types.ts';
import { branches, type Branch } from '../database/branches.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';
import type { Outcome } from './outcomes.ts';

/**
 * The types of a branch after a merge changed the records that define them.
 * @throws Problem `invalid_input` if they do not fit each other.
 */
export function mergeTypes(types: readonly RecordType[], outcomes: readonly Outcome[]): RecordType[] {
  const merged = new Map(types.map((type) => [type.name, type]));
  for (const { into, fields } of outcomes) {
    if (fields) {
      const type = typeInRecord(fields as RecordDocument);
      merged.set(type.name, type);
    } else if (into) merged.delete(typeInRecord(into).name);
  }
  const result = [...merged.values()];
  const mistakes = result.flatMap((type) => {
    const others = result.filter((other) => other !== type);
    return checkTypes([type], others);
  });
  if (mistakes.length === 0) return result;
  throw new Problem('invalid_input', `The merged types do not fit: ${mistakes[0]!.detail}`, { errors: mistakes });
}

/** Saves the types of a branch, in the transaction that changed their records. */
export async function saveTypes(
  store: Store,
  branch: Branch,
  { outcomes, by }: { outcomes: readonly Outcome[]; by: string },
  session: ClientSession,
): Promise<void> {
  const documents = branches(store, branch.workspaceId);
  const document = await documents.findOne({ _id: branch.id }, { session });
  if (!document) throw new Problem('not_found', `The branch "${branch.name}" was deleted.`);
  const types = mergeTypes(document.types, outcomes);
  await documents.updateOne({ _id: branch.id }, { $set: { types, typesChangedBy: by } }, { session });
  await markTypes(store, branch, { before: document.types, after: types }, session);
}
