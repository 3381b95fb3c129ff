import { people, type ProblemDetail } from '@tallyhook/schemas';
import { ObjectId } from 'mongodb';
import type { Branch } from '../database/branches.ts';
import { findCollection } from '../collections/collections.ts';
import { quoted, type Reference } from './field-values.ts';
import { fileType } from '../collections/hidden-types.ts';
import { roleOf } from '../people/members.ts';
import { recordsIn } from '../collections/record-document.ts';
import type { Store } from '../database/store.ts';

/**
 * Finds references to things that do not exist. It may miss one that is deleted at the same moment: the reference then
 * keeps its id without a label.
 */
export async function missingReferences(
  store: Store,
  branch: Branch,
  references: Reference[],
): Promise<ProblemDetail[]> {
  const existing = new Map<string, Set<string>>();
  for (const [target, group] of Map.groupBy(references, targetOf)) {
    existing.set(
      target,
      await existingIds(
        store,
        branch,
        target,
        group.map(({ id }) => id),
      ),
    );
  }
  return references
    .filter((reference) => !existing.get(targetOf(reference))!.has(reference.id))
    .map((reference) => ({
      pointer: reference.pointer,
      code: 'target_missing',
      detail: `${reference.field.label} ("${reference.field.name}") is ${quoted(reference.id)}, but no ${targetWords(reference)} has this id: use an existing id.`,
    }));
}

function targetOf({ field }: Reference): string {
  if (field.kind === 'person') return people;
  return field.kind === 'file' ? fileType.name : field.target!;
}

function targetWords({ field }: Reference): string {
  if (field.kind === 'person') return 'member of the workspace';
  return field.kind === 'file' ? 'file on the branch' : `record of type "${field.target}"`;
}

/** Which of the ids exist on the branch as records of the target type. */
async function existingIds(store: Store, branch: Branch, target: string, ids: string[]): Promise<Set<string>> {
  if (target === people) return existingMembers(store, branch, ids);
  const entry = await findCollection(store, branch, target);
  if (!entry) return new Set();
  const found = await recordsIn(store, branch.workspaceId, entry.collection)
    .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }, { projection: { _id: 1 } })
    .toArray();
  return new Set(found.map(({ _id }) => _id.toHexString()));
}

async function existingMembers(store: Store, { workspaceId }: Branch, ids: string[]): Promise<Set<string>> {
  const roles = await Promise.all(ids.map((id) => roleOf(store, workspaceId, id)));
  return new Set(ids.filter((_, index) => roles[index] !== undefined));
}
