import type { ObjectId } from 'mongodb';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import { contentKey, readVersionContents, type VersionContents } from '../history/version-contents.ts';
import { lastCommon, withEarlier, type Versions } from '../history/versions.ts';
import { fieldsFrom, isDefinitionType, isSameContent, partsOf, wholeRecord, withoutFields } from './parts.ts';
import { mergeParts } from './three-way.ts';

/** What both sides of a merge had in common of a record. */
export interface CommonBase {
  /** Null if they had no record in common. */
  document: RecordDocument | null;
  /**
   * The parts on which the last common versions disagree, here with the value from before that; `wholeRecord` if one of
   * them deleted the record.
   */
  unclear: ReadonlySet<string>;
}

/** The last versions of a record that both sides contain. */
export interface WantedBase {
  type: string;
  id: ObjectId;
  versions: Versions;
  numbers: readonly number[];
  /** Contents that were read before, for many records at once. */
  contents?: VersionContents;
}

const nothing: CommonBase = { document: null, unclear: new Set() };

/**
 * Reads what two versions had in common. After merges in several directions there may be more than one last common
 * version; they are merged first, as Git does, so that no side seems to have taken back what only one of them has.
 */
export async function readCommonBase(find: Finder, wanted: WantedBase): Promise<CommonBase> {
  const { type, id, versions, numbers, contents } = wanted;
  let joined: (CommonBase & { contains: Set<number> }) | undefined;
  for (const number of [...numbers].reverse()) {
    const one = { id, number, versions };
    const known = contents?.has(contentKey(one)) ? contents : await readVersionContents(find, type, [one]);
    const document = known.get(contentKey(one));
    if (document === undefined) continue;
    const contains = withEarlier(versions, [number]);
    if (joined === undefined) {
      joined = { ...nothing, document, contains };
      continue;
    }
    const older = lastCommon(versions, joined.contains, contains);
    const base = await readCommonBase(find, { ...wanted, numbers: older });
    const both = joinVersions(type, { base, one: joined, other: document });
    joined = { ...both, contains: new Set([...joined.contains, ...contains]) };
  }
  return joined ?? nothing;
}

function joinVersions(
  type: string,
  { base, one, other }: { base: CommonBase; one: CommonBase; other: RecordDocument | null },
): CommonBase {
  const isDefinition = isDefinitionType(type);
  if (one.document === null || other === null) {
    const left = one.document ?? other;
    if (left === null || isUnchanged(base, left, isDefinition)) return nothing;
    return { document: left, unclear: new Set([...one.unclear, wholeRecord]) };
  }
  const unclear = new Set(one.unclear);
  const sides = {
    base: partsOf(base.document, isDefinition),
    into: partsOf(one.document, isDefinition),
    from: partsOf(other, isDefinition),
  };
  const merged = mergeParts({ ...sides, unclear: base.unclear }, (conflict) => {
    unclear.add(conflict.name);
    return { value: conflict.base };
  });
  const document = { ...withoutFields(other), ...fieldsFrom(merged.parts, isDefinition) } as RecordDocument;
  return { document, unclear };
}

/** Whether a side has a record as it was. */
export function isUnchanged(
  { document, unclear }: CommonBase,
  now: RecordDocument | null,
  isDefinition: boolean,
): boolean {
  return document !== null && unclear.size === 0 && isSameContent(document, now, isDefinition);
}
