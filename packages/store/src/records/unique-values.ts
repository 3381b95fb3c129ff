import type { Field, ProblemDetail, RecordType } from '@tallyhook/schemas';
import type { AnyBulkWriteOperation, ClientSession, Collection, Filter } from 'mongodb';
import type { ChangedRecord } from '../changes/commit-change.ts';
import { shown, valueIn, type RecordDocument, type StoredValue } from '../collections/record-document.ts';
import { describeTaken, uniqueFields } from '../collections/unique-indexes.ts';
import { quoted } from './field-values.ts';

/** A change of a batch, with its place in it. */
interface PlacedChange extends ChangedRecord {
  at: number;
}

/** Values of unique fields that would be in two records once the whole batch is made. */
export async function repeatedValues(
  records: Collection<RecordDocument>,
  { type, made }: { type: RecordType; made: readonly PlacedChange[] },
  session: ClientSession,
): Promise<ProblemDetail[]> {
  const found = await Promise.all(uniqueFields(type).map((field) => repeatedIn(records, { field, made }, session)));
  return found.flat();
}

async function repeatedIn(
  records: Collection<RecordDocument>,
  { field, made }: { field: Field; made: readonly PlacedChange[] },
  session: ClientSession,
): Promise<ProblemDetail[]> {
  const { name } = field;
  const given = made.filter((change) => givesValue(change, name));
  if (given.length === 0) return [];
  const filter = { [name]: { $in: given.map(({ after }) => after![name]) }, _id: { $nin: made.map(({ id }) => id) } };
  const others = await records.find(filter as Filter<RecordDocument>, { session, projection: { [name]: 1 } }).toArray();
  const kept = made.filter((change) => valueIn(change.after, name) !== undefined && !givesValue(change, name));
  const holders = new Map<string | undefined, string>();
  for (const one of [...others, ...kept.map(({ after }) => after!)])
    holders.set(keyOf(valueIn(one, name)), one._id.toHexString());
  const mistakes: ProblemDetail[] = [];
  for (const { at, id, after } of given) {
    const value = after![name]!;
    const record = holders.get(keyOf(value));
    if (record === undefined) holders.set(keyOf(value), id.toHexString());
    else {
      const mistake = describeTaken({ field, value: quoted(shown(field, value)), record });
      mistakes.push({ ...mistake, pointer: `#/changes/${at}/fields/${name}` });
    }
  }
  return mistakes;
}

/**
 * Writes that take values of unique fields away before other changes of the batch give them to other records: the index
 * is checked after each single write.
 */
export function releasedValues(
  type: RecordType,
  made: readonly ChangedRecord[],
): AnyBulkWriteOperation<RecordDocument>[] {
  return uniqueFields(type).flatMap(({ name }) => {
    const given = new Set(made.filter((change) => givesValue(change, name)).map(({ after }) => keyOf(after![name])));
    return made
      .filter(
        ({ before, after }) => after && valueIn(before, name) !== undefined && given.has(keyOf(valueIn(before, name))),
      )
      .filter((change) => keyOf(valueIn(change.before, name)) !== keyOf(valueIn(change.after, name)))
      .map(({ id }) => ({ updateOne: { filter: { _id: id }, update: { $unset: { [name]: '' } } } }));
  });
}

/** Whether a change gives a record another value of the field than it had. */
const givesValue = ({ before, after }: ChangedRecord, name: string): boolean =>
  valueIn(after, name) !== undefined && keyOf(valueIn(before, name)) !== keyOf(valueIn(after, name));

function keyOf(value: StoredValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  return value instanceof Date ? value.toISOString() : String(value);
}
