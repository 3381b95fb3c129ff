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
 * @throws Problem `invalid_input` if they do not fit each other or the records of the branch.
 */
export function mergeTypes(types: readonly RecordType[], outcomes: readonly Outcome[], branch: Branch): RecordType[] {
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
    return [...checkTypes([type], others), ...keptKinds(types, type, branch)];
  });
  if (mistakes.length === 0) return result;
  throw new Problem('invalid_input', `The merged types do not fit: ${mistakes[0]!.detail}`, { errors: mistakes });
}

/** Records keep their values in a merge, so a field must have the same kind on both sides. */
function keptKinds(types: readonly RecordType[], merged: RecordType, branch: Branch) {
  const now = types.find(({ name }) => name === merged.name);
  return merged.fields.flatMap((field) => {
    const known = now?.fields.find(({ name }) => name === field.name);
    if (known && field.unique === true && known.unique !== true) {
      const unique = `The field "${field.name}" of the type "${merged.name}" is not unique on the branch "${branch.name}": make it unique there, then merge.`;
      return [{ pointer: '#', code: 'not_allowed' as const, detail: unique }];
    }
    if (!known || (known.kind === field.kind && known.many === field.many && known.target === field.target)) return [];
    const detail = `The field "${field.name}" of the type "${merged.name}" has another kind on the branch "${branch.name}" (${known.kind}, not ${field.kind}): change it there in the same way, then merge.`;
    return [{ pointer: '#', code: 'not_allowed' as const, detail }];
  });
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
  const types = mergeTypes(document.types, outcomes, branch);
  await documents.updateOne({ _id: branch.id }, { $set: { types, typesChangedBy: by } }, { session });
  await markTypes(store, branch, { before: document.types, after: types }, session);
}
