import type { RecordType } from '@tallyhook/schemas';
import { definitionKinds, definitionTypes, type DefinitionKind } from '../collections/hidden-types.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import { withProblems } from '../database/problem-from.ts';
import type { Store } from '../database/store.ts';
import { idsToMerge, openMerge, type Merge } from './merging.ts';
import { findOutcomes } from './outcomes.ts';
import { mergeTypeDefinitions, sidesOf } from './plan-merge.ts';

/** A definition as a merge would leave it; where nothing is decided yet, as it is on the branch. */
export interface MergedDefinition {
  kind: DefinitionKind;
  id: string;
  name: string;
  /** Its content on the branch that is merged into, if it is there. */
  into?: unknown;
  /** Its content on the other branch, if the merge takes something of it. */
  from?: unknown;
  merged: unknown;
}

/** The types and definitions of a branch after a merge. */
export interface MergedDefinitions {
  types: RecordType[];
  definitions: MergedDefinition[];
}

/** Reads what a merge would make of the types, reports, dashboards, views and workflows of a branch. */
export function readMergedDefinitions(store: Store, sides: { into: Branch; from: Branch }): Promise<MergedDefinitions> {
  return withProblems(async () => {
    const merge = await openMerge(store, sides);
    const types = await mergeTypeDefinitions(merge, () => undefined);
    const lists = await Promise.all(definitionKinds.map((kind) => readKind(merge, kind)));
    return { types, definitions: lists.flat() };
  });
}

async function readKind(merge: Merge, kind: DefinitionKind): Promise<MergedDefinition[]> {
  const { name: type } = definitionTypes[kind];
  const { find, collections } = merge.into;
  const collection = collections.get(type);
  const present = collection === undefined ? [] : await find<RecordDocument>(collection, { filter: {} });
  const found = new Map(
    present.map((record): [string, MergedDefinition] => {
      const id = record._id.toHexString();
      const content = contentOf(record);
      return [id, { kind, id, name: String(record.name), into: content, merged: content }];
    }),
  );
  const ids = merge.types.includes(type) ? await idsToMerge(merge, type) : [];
  for (const outcome of await findOutcomes(sidesOf(merge, { type }), { type, ids, decide: () => undefined })) {
    const id = outcome.id.toHexString();
    const { fields, into, from } = outcome;
    if (fields === null) {
      found.delete(id);
      continue;
    }
    const sides = { ...(into && { into: contentOf(into) }), ...(from && { from: contentOf(from) }) };
    found.set(id, { kind, id, name: String(fields.name), ...sides, merged: contentOf(fields) });
  }
  return [...found.values()];
}

const contentOf = ({ definition }: Readonly<Record<string, unknown>>): unknown => JSON.parse(String(definition));
