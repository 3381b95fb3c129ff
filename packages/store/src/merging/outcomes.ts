import type { ObjectId } from 'mongodb';
import { valueIn, type RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import { readVersionContents } from '../history/version-contents.ts';
import {
  lastOf,
  lastRevision,
  readVersions,
  relate,
  versionsOf,
  versionsOn,
  type SeenBranch,
} from '../history/versions.ts';
import { isUnchanged, readCommonBase, type CommonBase } from './common-base.ts';
import { unchanged, type Fits } from './fits.ts';
import { fieldsFrom, isDefinitionType, isSameContent, partsOf, wholeRecord } from './parts.ts';
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

/** Where the two sides of a merge are read. */
export interface Sides {
  into: SeenBranch & { find: Finder; collection: string | undefined };
  from: SeenBranch & { find: Finder; collection: string | undefined };
  /** How the records change with their type; absent if they fit as they are. */
  fits?: Fits | undefined;
}

/** Chooses for a part of a record that both sides changed. */
export type Decide = (type: string, id: ObjectId, conflict: PartConflict) => Choice | undefined;

/** What a merge does with these records of a type. Records that need nothing are left out. */
export async function findOutcomes(
  { into, from, fits = unchanged }: Sides,
  { type, ids, decide }: { type: string; ids: readonly ObjectId[]; decide: Decide },
): Promise<Outcome[]> {
  // One after the other: `into` may be read in a transaction.
  const ours = await readRecords(into.find, into.collection, ids);
  const versions = await readVersions(into.find, type, ids);
  const theirs = await readRecords(from.find, from.collection, ids);
  const looked = ids.map((id) => {
    const known = versionsOf(versions, id);
    const there = theirs.get(id.toHexString()) ?? null;
    const here = ours.get(id.toHexString()) ?? null;
    const theirVersions = versionsOn(from, { document: there, versions: known, type });
    const ourVersions = versionsOn(into, { document: here, versions: known, type });
    return {
      ...{ id, known, here, there, theirVersions, ourVersions },
      relation: relate(known, theirVersions, ourVersions),
    };
  });
  const bases = looked.flatMap(({ id, known, relation }) =>
    typeof relation === 'string' ? [] : relation.base.map((number) => ({ id, number, versions: known })),
  );
  const contents = await readVersionContents(into.find, type, bases);
  const outcomes: Outcome[] = [];
  for (const { id, known, here, there, theirVersions, ourVersions, relation } of looked) {
    const [fitHere, fitThere] = [here && fits.into(here), there && fits.from(there)];
    const outcome = { id, into: here, from: there, lastRevision: lastRevision(known), conflicts: [] };
    if (relation === 'same' || relation === 'behind') {
      if (fitHere === here) continue;
      outcomes.push({ ...outcome, parents: [], isFitted: true, ...fitted(here, fitHere) });
      continue;
    }
    const lasts = [...lastOf(known, theirVersions), ...lastOf(known, ourVersions)];
    const parents = [...new Set(lasts)].filter((number) => number !== here?.change);
    const isDefinition = isDefinitionType(type);
    if (relation === 'ahead') {
      if (isSameContent(here, fitThere, isDefinition)) continue;
      outcomes.push({ ...outcome, parents, ...fitted(here, fitThere) });
      continue;
    }
    const base = await readCommonBase(into.find, { type, id, versions: known, numbers: relation.base, contents });
    const combined = combine({ type, id, base, here, there, fits }, decide);
    outcomes.push({ ...outcome, base: base.document, parents, ...combined });
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
  base: CommonBase;
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
    base: { ...base, document: base.document && fits.base(base.document) },
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
    base: valueOf(base.document) ?? undefined,
    into: valueOf(here) ?? undefined,
    from: valueOf(there) ?? undefined,
  };
}

function combineParts({ type, id, base, here, there }: Diverged, decide: Decide): Combined {
  if (here === null || there === null) {
    const conflict: PartConflict = {
      name: wholeRecord,
      base: base.document ?? undefined,
      into: here ?? undefined,
      from: there ?? undefined,
    };
    // A record that was only deleted on one side, or whose type alone changed on the other one, is gone.
    const isDeletion = isUnchanged(base, here ?? there, isDefinitionType(type));
    const side = isDeletion ? (here === null ? 'into' : 'from') : decide(type, id, conflict);
    const kept = side === 'from' ? there : here;
    const fields = kept && fieldsOf(kept);
    const isChanged = (kept === null) !== (here === null);
    return { kind: isChanged ? kindOf(here, kept) : 'join', fields, conflicts: side === undefined ? [conflict] : [] };
  }
  const isDefinition = isDefinitionType(type);
  const parts = {
    base: partsOf(base.document, isDefinition),
    into: partsOf(here, isDefinition),
    from: partsOf(there, isDefinition),
    unclear: base.unclear,
  };
  const merged = mergeParts(parts, (conflict) => decide(type, id, conflict));
  const fields = fieldsFrom(merged.parts, isDefinition);
  const isSame = isSameContent(here, fields as RecordDocument, isDefinition);
  return { kind: isSame ? 'join' : 'update', fields, conflicts: merged.conflicts };
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
