import { isDeepStrictEqual } from 'node:util';
import type { RecordType } from '@tallyhook/schemas';
import type { ObjectId } from 'mongodb';
import { typeInRecord, typeRecordId } from '../apps/type-records.ts';
import { typeDefinitions } from '../collections/hidden-types.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Branch } from '../database/branches.ts';
import type { Finder } from '../database/finder.ts';
import { readVersions, relate, versionOn, versionsOf } from '../history/versions.ts';
import { touchedBy } from '../types/survey-records.ts';
import { changesRecords, fitType, type TypeFit } from './fits.ts';
import type { Merge } from './merging.ts';
import { readBase } from './outcomes.ts';

/** How the records of each type fit the merged types. */
export type TypeFits = ReadonlyMap<string, TypeFit>;

/** Compares the types of both sides with the merged ones. */
export async function fitTypes(merge: Merge, merged: readonly RecordType[]): Promise<TypeFits> {
  const sides = { into: merge.into.branch.types, from: merge.from.branch.types, merged };
  const bases = new Map<string, RecordType | undefined>();
  for (const name of namesOf(sides)) {
    const [into, from] = [named(sides.into, name), named(sides.from, name)];
    bases.set(name, isDeepStrictEqual(into, from) ? into : await readBaseType(merge, name));
  }
  return fitEach({ ...sides, base: [...bases.values()].filter((type) => type !== undefined) }, merge.into.branch);
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
async function readBaseType({ into, from }: Merge, name: string): Promise<RecordType | undefined> {
  const { name: type } = typeDefinitions;
  const id = typeRecordId(name);
  const versions = versionsOf(await readVersions(into.find, type, [id]), id);
  const [here, there] = [
    await readOne(into.find, into.collections.get(type), id),
    await readOne(from.find, from.collections.get(type), id),
  ];
  const ours = await versionOn(into.find, into.lineage, { document: here, versions, type });
  const theirs = await versionOn(from.find, from.lineage, { document: there, versions, type });
  const relation = relate(versions, theirs, ours);
  if (relation === 'same' || relation === 'ahead') return here ? typeInRecord(here) : undefined;
  if (relation === 'behind') return there ? typeInRecord(there) : undefined;
  const base = await readBase(into.find, { type, id, numbers: relation.base });
  return base ? typeInRecord(base) : undefined;
}

async function readOne(find: Finder, collection: string | undefined, id: ObjectId): Promise<RecordDocument | null> {
  if (collection === undefined) return null;
  const [found] = await find<RecordDocument>(collection, { filter: { _id: id } });
  return found ?? null;
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
