import type { RecordType } from '@tallyhook/schemas';
import type { ObjectId } from 'mongodb';
import { typeInRecord, typeRecordId } from '../apps/type-records.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Finder } from '../database/finder.ts';
import { readVersions, relate, versionsOf, versionsOn } from '../history/versions.ts';
import { touchedBy } from '../types/survey-records.ts';
import { readCommonBase } from './common-base.ts';
import { changesRecords, fitType, type TypeFit } from './fits.ts';
import type { Merge, MergeSide } from './merging.ts';

/** How the records of each type fit the merged types. */
export type TypeFits = ReadonlyMap<string, TypeFit>;

/** Compares the types of both sides with the merged ones. */
export async function fitTypes(merge: Merge, merged: readonly RecordType[]): Promise<TypeFits> {
  const sides = { into: merge.into.branch.types, from: merge.from.branch.types, merged };
  const definitions = { into: await readDefinitions(merge.into), from: await readDefinitions(merge.from) };
  const base: RecordType[] = [];
  for (const name of namesOf(sides)) {
    const id = typeRecordId(name).toHexString();
    const [here, there] = [definitions.into.get(id) ?? null, definitions.from.get(id) ?? null];
    // Both may have changed it in the same way.
    const isSame = here?.change === there?.change;
    const found = isSame ? named(sides.into, name) : await readBaseType(merge, { name, here, there });
    if (found) base.push(found);
  }
  return fitEach({ ...sides, base }, merge.into.branch);
}

/** The records that define the types of one side, by id. */
async function readDefinitions({ find, collections }: MergeSide): Promise<Map<string, RecordDocument>> {
  const collection = collections.get(typeDefinitions.name);
  const found = collection === undefined ? [] : await find<RecordDocument>(collection, { filter: {} });
  return new Map(found.map((record) => [record._id.toHexString(), record]));
}

/** The same for types that are known on all sides. */
export function fitEach(
  types: Record<'into' | 'from' | 'base' | 'merged', readonly RecordType[]>,
  { timezone }: Pick<Branch, 'timezone'>,
): TypeFits {
  const fitted = namesOf(types).map((name): [string, TypeFit] => {
    const { into, from, base, merged } = types;
    const type = {
      ...{ into: named(into, name), from: named(from, name) },
      ...{ base: named(base, name), merged: named(merged, name) },
    };
    return [name, fitType(type, timezone)];
  });
  return new Map(fitted);
}

const namesOf = (lists: Record<string, readonly RecordType[]>) => [
  ...new Set(
    Object.values(lists)
      .flat()
      .map(({ name }) => name),
  ),
];

const named = (types: readonly RecordType[], name: string) => types.find((type) => type.name === name);

/** The last definition of a type that both sides had. */
async function readBaseType(
  { into, from }: Merge,
  { name, here, there }: { name: string; here: RecordDocument | null; there: RecordDocument | null },
): Promise<RecordType | undefined> {
  const { name: type } = typeDefinitions;
  const id = typeRecordId(name);
  const versions = versionsOf(await readVersions(into.find, type, [id]), id);
  const ours = versionsOn(into, { document: here, versions, type });
  const theirs = versionsOn(from, { document: there, versions, type });
  const relation = relate(versions, theirs, ours);
  if (relation === 'same' || relation === 'ahead') return here ? typeInRecord(here) : undefined;
  if (relation === 'behind') return there ? typeInRecord(there) : undefined;
  const { document } = await readCommonBase(into.find, { type, id, versions, numbers: relation.base });
  return document ? typeInRecord(document) : undefined;
}

/** The records of the branch that change with their type, although nobody changed them. */
export async function idsToFit(
  fit: TypeFit | undefined,
  { find, collection }: { find: Finder; collection: string | undefined },
): Promise<ObjectId[]> {
  if (fit === undefined || collection === undefined || !changesRecords(fit)) return [];
  const filter = fit.plans.into ? touchedBy({ ...fit.plans.into, required: [], unique: [] }) : {};
  const found = await find<{ _id: ObjectId }>(collection, { filter, projection: { _id: 1 } });
  return found.map(({ _id }) => _id);
}

/** Each id once. */
export function joinIds(...lists: readonly (readonly ObjectId[])[]): ObjectId[] {
  return [...new Map(lists.flat().map((id) => [id.toHexString(), id])).values()];
}
