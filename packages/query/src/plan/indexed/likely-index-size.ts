import type { Field } from '@tallyhook/schemas';
import type { ReadDocument } from '../read.ts';
import { guessNumber, valueIn, type Sample } from './sample.ts';

const utf8 = new TextEncoder();
/** What an entry takes besides its values, most of it the record's number. */
const bytesPerEntry = 4;
/** The part of a value that is stored again although the entry before has the same: some entries begin a page. */
const minStored = 0.15;

/**
 * The likely size of an index in bytes, right to about a third for a new one. Entries are sorted and leave out what they have in common with the entry before, so a value counts as
 * often as a new one begins. Undefined without a sample.
 */
export function likelyIndexSize(fields: readonly Field[], sample: Sample, records: number): number | undefined {
  if (sample.length === 0) return undefined;
  const list = fields.find(({ many }) => many);
  const entries = list ? sample.flatMap((record) => entriesOf(record, list)) : sample;
  const entriesPerRecord = entries.length / sample.length;
  const stored = fields.map((field, last) => {
    const bytes = entries.reduce((sum, entry) => sum + bytesOf(field, valueIn(entry, field.name)), 0) / entries.length;
    return bytes * Math.max(minStored, shareOfNew(entries, fields.slice(0, last + 1), records * entriesPerRecord));
  });
  const perEntry = stored.reduce((sum, bytes) => sum + bytes, bytesPerEntry);
  return Math.round(records * entriesPerRecord * perEntry);
}

function entriesOf(record: ReadDocument, { name }: Field): ReadDocument[] {
  const values = valueIn(record, name);
  if (!Array.isArray(values)) return [record];
  return values.length === 0
    ? [{ ...record, [name]: null }]
    : values.map((value: unknown) => ({ ...record, [name]: value }));
}

/** The share of entries that differ from the entry before in one of these fields. */
function shareOfNew(entries: Sample, fields: readonly Field[], all: number): number {
  const keys = entries.map((entry) => JSON.stringify(fields.map(({ name }) => valueIn(entry, name))));
  return new Set(keys).size === keys.length ? 1 : Math.min(1, guessNumber(keys) / all);
}

function bytesOf({ kind }: Field, value: unknown): number {
  if (value === undefined || value === null || typeof value === 'boolean') return 1;
  if (value instanceof Date) return 9;
  if (typeof value === 'number') return 4;
  // An ObjectId, which the sample has as text.
  if (kind === 'relation') return 13;
  return utf8.encode(typeof value === 'string' ? value : JSON.stringify(value)).length + 2;
}
