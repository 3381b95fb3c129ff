import type { ObjectId } from 'mongodb';
import { changeIndexes, type RecordChangeDocument } from '../changes/change-log.ts';
import { earlierValueIndexes } from '../changes/earlier-values.ts';
import { mergedChangeIndexes } from '../changes/merged-changes.ts';
import type { RecordDocument } from '../collections/record-document.ts';
import type { Finder } from '../database/finder.ts';
import { withEarlier, type Versions } from './versions.ts';

/** A version of a record. */
export interface WantedVersion {
  id: ObjectId;
  number: number;
  /** All versions of the record. */
  versions: Versions;
}

/** Contents of versions, by `contentKey`; null for a deletion. */
export type VersionContents = ReadonlyMap<string, RecordDocument | null>;

export const contentKey = ({ id, number }: Pick<WantedVersion, 'id' | 'number'>) => `${id.toHexString()}/${number}`;

type Found = Map<string, RecordDocument | null>;
type Row = Pick<RecordChangeDocument, 'id' | 'number' | 'before' | 'after'>;

const logs = [changeIndexes.collection, mergedChangeIndexes.collection];
const earlier = earlierValueIndexes.collection;

/** Reads versions of records of a type with a few reads; those that the log no longer has are left out. */
export async function readVersionContents(
  find: Finder,
  type: string,
  wanted: readonly WantedVersion[],
): Promise<VersionContents> {
  const found: Found = new Map();
  const missing = () => wanted.filter((one) => !found.has(contentKey(one)));
  await readMade(find, { type, wanted, found });
  await readChanged(find, { type, wanted: missing(), found });
  const taken = missing().flatMap((one) => {
    const number = takenOverAs(one);
    return number === undefined ? [] : [{ one, as: { ...one, number } }];
  });
  const made: Found = new Map();
  await readMade(find, { type, wanted: taken.map(({ as }) => as), found: made });
  for (const { one, as } of taken) {
    const content = made.get(contentKey(as));
    if (content !== undefined) found.set(contentKey(one), content);
  }
  return found;
}

interface Reading {
  type: string;
  wanted: readonly WantedVersion[];
  found: Found;
}

const inAll = (wanted: readonly WantedVersion[]) => ({
  ids: { $in: wanted.map(({ id }) => id) },
  numbers: { $in: [...new Set(wanted.map(({ number }) => number))] },
});

/** What the changes with these numbers made of the records. */
async function readMade(find: Finder, { type, wanted, found }: Reading): Promise<void> {
  if (wanted.length === 0) return;
  const { ids, numbers } = inAll(wanted);
  for (const log of logs) {
    const projection = { id: 1, number: 1, after: 1 };
    const rows = await find<Row>(log, { filter: { id: ids, type, number: numbers }, projection });
    for (const { id, number, after } of rows) found.set(contentKey({ id, number }), after);
  }
}

/** An imported or converted record is its own version until somebody changes it. */
async function readChanged(find: Finder, { type, wanted, found }: Reading): Promise<void> {
  if (wanted.length === 0) return;
  const { ids, numbers } = inAll(wanted);
  for (const log of [...logs, earlier]) {
    const of = log === earlier ? { 'before._id': ids } : { id: ids, type };
    const filter = { ...of, 'before.change': numbers };
    for (const { before } of await find<Row>(log, { filter, projection: { before: 1 } }))
      if (before) found.set(contentKey({ id: before._id, number: before.change }), before);
  }
}

/**
 * The version of a merge that took a version over as it was: it continues nothing else. Where an import was merged into
 * two branches, both have such a version, and the imported record itself may be gone with its branch.
 */
function takenOverAs({ versions, number }: WantedVersion): number | undefined {
  const contained = withEarlier(versions, [number]);
  const taken = [...versions.values()].find(
    ({ parents }) => parents.includes(number) && parents.every((parent) => contained.has(parent)),
  );
  return taken?.number;
}
