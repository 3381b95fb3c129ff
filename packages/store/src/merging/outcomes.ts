import type { ObjectId } from 'mongodb';
import { definitionTypes, typeDefinitions } from '../collections/hidden-types.ts';
import { valueIn, type RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import type { Lineage } from '../history/lineages.ts';
import { lastRevision, readVersion, readVersions, relate, versionOn, versionsOf } from '../history/versions.ts';
import { unchanged, type Fits } from './fits.ts';
import { fieldsFrom, isSameContent, partsOf } from './parts.ts';
import { mergeParts, type Choice, type PartConflict } from './three-way.ts';

/** What a merge does with one record. */
export interface Outcome {
  id: ObjectId;
  /** `join`: both sides have the same content already, made separately. */
  kind: 'create' | 'update' | 'delete' | 'join';
  into: RecordDocument | null;
  from: RecordDocument | null;
  /** The fields afterwards; null if the record is deleted. */
  fields: Record<string, unknown> | null;
  /** The highest revision that the record had on any branch. */
  lastRevision: number;
  /** The versions that the result continues, besides that of `into`. */
  parents: number[];
  /** What is left to decide; the fields then have the values of `into`. */
  conflicts: PartConflict[];
  /** The last common state of a record that both sides changed. */
  base?: RecordDocument | null;
  /** Nobody changed the record: only its type did. */
  isFitted?: true;
}

/** The whole record is in conflict: one side deleted it and the other one changed it. */
export const wholeRecord = '';

/** Where the two sides of a merge are read. */
export interface Sides {
  into: { find: Finder; lineage: Lineage; collection: string | undefined };
  from: { find: Finder; lineage: Lineage; collection: string | undefined };
  /** How the records change with their type; absent if they fit as they are. */
  fits?: Fits | undefined;
}

/** Chooses for a part of a record that both sides changed. */
export type Decide = (type: string, id: ObjectId, conflict: PartConflict) => Choice | undefined;

/** Whether the `definition` of records of a type is JSON. */
export const isDefinitionType = (type: string): boolean =>
  Object.hasOwn(definitionTypes, type) || type === typeDefinitions.name;

/** What a merge does with these records of a type. Records that need nothing are left out. */
export async function findOutcomes(
  { into, from, fits = unchanged }: Sides,
  { type, ids, decide }: { type: string; ids: readonly ObjectId[]; decide: Decide },
): Promise<Outcome[]> {
  // One after the other: `into` may be read in a transaction.
  const ours = await readRecords(into.find, into.collection, ids);
  const versions = await readVersions(into.find, type, ids);
  const theirs = await readRecords(from.find, from.collection, ids);
  const outcomes: Outcome[] = [];
  for (const id of ids) {
    const known = versionsOf(versions, id);
    const there = theirs.get(id.toHexString()) ?? null;
    const here = ours.get(id.toHexString()) ?? null;
    const theirVersion = await versionOn(from.find, from.lineage, { document: there, versions: known, type });
    const ourVersion = await versionOn(into.find, into.lineage, { document: here, versions: known, type });
    const relation = relate(known, theirVersion, ourVersion);
    const [fitHere, fitThere] = [here && fits.into(here), there && fits.from(there)];
    const outcome = { id, into: here, from: there, lastRevision: lastRevision(known), conflicts: [] };
    if (relation === 'same' || relation === 'behind') {
      if (fitHere === here) continue;
      outcomes.push({ ...outcome, parents: [], isFitted: true, ...fitted(here, fitHere) });
      continue;
    }
    const deleted = here === null && ourVersion !== null ? [ourVersion] : [];
    const parents = [theirVersion!, ...deleted];
    const isDefinition = isDefinitionType(type);
    if (relation === 'ahead') {
      if (isSameContent(here, fitThere, isDefinition)) continue;
      outcomes.push({ ...outcome, parents, ...fitted(here, fitThere) });
      continue;
    }
    const base = await readBase(into.find, { type, id, numbers: relation.base });
    outcomes.push({ ...outcome, base, parents, ...combine({ type, id, base, here, there, fits }, decide) });
  }
  return outcomes;
}

function kindOf(before: RecordDocument | null, after: unknown): 'create' | 'update' | 'delete' {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'update';
}

/** What becomes of a record that has another content afterwards. */
export const fitted = (here: RecordDocument | null, after: RecordDocument | null) => ({
  kind: kindOf(here, after),
  fields: after && fieldsOf(after),
});

const fieldsOf = (document: RecordDocument) => fieldsFrom(partsOf(document, false), false);

interface Diverged {
  type: string;
  id: ObjectId;
  base: RecordDocument | null;
  here: RecordDocument | null;
  there: RecordDocument | null;
  fits?: Fits | undefined;
}

type Combined = Pick<Outcome, 'kind' | 'fields' | 'conflicts'>;

/** Merges a record that both sides changed. */
export function combine({ fits = unchanged, ...stored }: Diverged, decide: Decide): Combined {
  const { type, base, here, there } = stored;
  const fitting = {
    ...stored,
    base: base && fits.base(base),
    here: here && fits.into(here),
    there: there && fits.from(there),
  };
  const isSame = isSameContent(fitting.here, fitting.there, isDefinitionType(type));
  const fields = fitting.here && fieldsOf(fitting.here);
  // A person chooses between the values as they are stored, whatever becomes of the type.
  const asStored = (conflict: PartConflict) => (fits === unchanged ? conflict : storedConflict(conflict, stored));
  const combined: Combined = isSame
    ? { kind: 'join', fields, conflicts: [] }
    : combineParts(fitting, (of, id, conflict) => decide(of, id, asStored(conflict)));
  const isFitted = combined.kind === 'join' && fitting.here !== here;
  return {
    kind: isFitted ? kindOf(here, combined.fields) : combined.kind,
    fields: combined.fields,
    conflicts: combined.conflicts.map(asStored),
  };
}

function storedConflict({ name }: PartConflict, { base, here, there }: Diverged): PartConflict {
  const valueOf = (document: RecordDocument | null) => (name === wholeRecord ? document : valueIn(document, name));
  return {
    name,
    base: valueOf(base) ?? undefined,
    into: valueOf(here) ?? undefined,
    from: valueOf(there) ?? undefined,
  };
}

function combineParts({ type, id, base, here, there }: Diverged, decide: Decide): Combined {
  if (here === null || there === null) {
    const conflict: PartConflict = {
      name: wholeRecord,
      base: base ?? undefined,
      into: here ?? undefined,
      from: there ?? undefined,
    };
    // A record that was only deleted on one side, or whose type alone changed on the other one, is gone.
    const isUnchanged = base !== null && isSameContent(base, here ?? there, isDefinitionType(type));
    const side = isUnchanged ? (here === null ? 'into' : 'from') : decide(type, id, conflict);
    const kept = side === 'from' ? there : here;
    const fields = kept && fieldsOf(kept);
    const isChanged = (kept === null) !== (here === null);
    return { kind: isChanged ? kindOf(here, kept) : 'join', fields, conflicts: side === undefined ? [conflict] : [] };
  }
  const isDefinition = isDefinitionType(type);
  const parts = {
    base: partsOf(base, isDefinition),
    into: partsOf(here, isDefinition),
    from: partsOf(there, isDefinition),
  };
  const merged = mergeParts(parts, (conflict) => decide(type, id, conflict));
  const fields = fieldsFrom(merged.parts, isDefinition);
  const isSame = isSameContent(here, fields as RecordDocument, isDefinition);
  return { kind: isSame ? 'join' : 'update', fields, conflicts: merged.conflicts };
}

export async function readBase(
  find: Finder,
  { type, id, numbers }: { type: string; id: ObjectId; numbers: number[] },
): Promise<RecordDocument | null> {
  for (const number of numbers) {
    const found = await readVersion(find, { type, id, number });
    if (found !== undefined) return found;
  }
  return null;
}

async function readRecords(
  find: Finder,
  collection: string | undefined,
  ids: readonly ObjectId[],
): Promise<Map<string, RecordDocument>> {
  if (collection === undefined) return new Map();
  const found = await find<RecordDocument>(collection, { filter: { _id: { $in: ids } } });
  return new Map(found.map((record) => [record._id.toHexString(), record]));
}
