import { isDeepStrictEqual } from 'node:util';
import type { ObjectId } from 'mongodb';
import type { RecordDocument } from '../collections/record-document.ts';
import { readPastChanges, type PastChange } from '../history/past-changes.ts';
import type { MergeSide } from './merging.ts';
import { isDefinitionType, partsOf, wholeRecord } from './parts.ts';

/** Who gave a part its value on a side, and when. */
export interface PartAuthor {
  by: string;
  at: string;
}

export interface AuthoredRecord {
  type: string;
  id: ObjectId;
  /** The record on this side. */
  document: RecordDocument | null;
  parts: readonly string[];
}

/**
 * Finds who last changed each part of a record on one side. A part that nobody changed since the record was imported has
 * the author of the record.
 */
export async function authorsOfParts(
  { find, branch }: Pick<MergeSide, 'find' | 'branch'>,
  { type, id, document, parts }: AuthoredRecord,
): Promise<Map<string, PartAuthor>> {
  const past = await readPastChanges(find, branch.id, { type, id });
  const isDefinition = isDefinitionType(type);
  const valueIn = (record: RecordDocument | null, part: string) => partsOf(record, isDefinition).get(part);
  const isOf = ({ before, after }: PastChange, part: string) =>
    part === wholeRecord || !isDeepStrictEqual(valueIn(before, part), valueIn(after, part));
  const made = document && { by: document.updatedBy, at: document.updatedAt };
  return new Map(
    parts.flatMap((part) => {
      const author = past.find((change) => isOf(change, part)) ?? made;
      return author ? [[part, { by: author.by, at: author.at.toISOString() }] as const] : [];
    }),
  );
}
