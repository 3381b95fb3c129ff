import type { ObjectId } from 'mongodb';
import { definitionTypes, typeDefinitions } from '../collections/hidden-types.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import type { Lineage } from '../history/lineages.ts';
import { lastRevision, readVersion, readVersions, relate, versionOn, versionsOf } from '../history/versions.ts';
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
}

/** The whole record is in conflict: one side deleted it and the other one changed it. */
export const wholeRecord = '';

/** Where the two sides of a merge are read. */
export interface Sides {
  into: { find: Finder; lineage: Lineage; collection: string | undefined };
  from: { find: Finder; lineage: Lineage; collection: string | undefined };
}

/** Chooses for a part of a record that both sides changed. */
export type Decide = (type: string, id: ObjectId, conflict: PartConflict) => Choice | undefined;

/** Whether the `definition` of records of a type is JSON. */
export const isDefinitionType = (type: string): boolean =>
  Object.hasOwn(definitionTypes, type) || type === typeDefinitions.name;

/** What a merge does with these records of a type. Records that need nothing are left out. */
export async function findOutcomes(
  { into, from }: Sides,
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
    if (relation === 'same' || relation === 'behind') continue;
    const deleted = here === null && ourVersion !== null ? [ourVersion] : [];
    const parents = [theirVersion!, ...deleted];
    const outcome = { id, into: here, from: there, parents, lastRevision: lastRevision(known), conflicts: [] };
    const isSame = isSameContent(here, there, isDefinitionType(type));
    if (relation === 'ahead') {
      if (isSame) continue;
      outcomes.push({ ...outcome, kind: kindOf(here, there), fields: there && fieldsOf(there) });
    } else if (isSame) outcomes.push({ ...outcome, kind: 'join', fields: here && fieldsOf(here) });
    else {
      const base = await readBase(into.find, { type, id, numbers: relation.base });
      outcomes.push({ ...outcome, ...combine({ type, id, base, here, there }, decide) });
    }
  }
  return outcomes;
}

function kindOf(before: RecordDocument | null, after: unknown): 'create' | 'update' | 'delete' {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'update';
}

const fieldsOf = (document: RecordDocument) => fieldsFrom(partsOf(document, false), false);

interface Diverged {
  type: string;
  id: ObjectId;
  base: RecordDocument | null;
  here: RecordDocument | null;
  there: RecordDocument | null;
}

/** Merges a record that both sides changed. */
export function combine(
  { type, id, base, here, there }: Diverged,
  decide: Decide,
): Pick<Outcome, 'kind' | 'fields' | 'conflicts'> {
  if (here === null || there === null) {
    const conflict: PartConflict = {
      name: wholeRecord,
      base: base ?? undefined,
      into: here ?? undefined,
      from: there ?? undefined,
    };
    const side = decide(type, id, conflict);
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

async function readBase(
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
