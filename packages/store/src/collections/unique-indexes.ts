import { Problem, type Field, type ProblemDetail, type RecordType } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { Store } from '../database/store.ts';
import { recordsIn } from './record-document.ts';

const prefix = 'unique_';

/** Whether an index keeps the values of a field different. */
export const isUniqueIndex = (name: string): boolean => name.startsWith(prefix);

/** The fields of a type whose values must be different in every record. */
export const uniqueFields = (type: RecordType): Field[] => type.fields.filter(({ unique }) => unique === true);

/**
 * Creates the unique indexes of a type on a collection. Records without a value are not part of them, so any number may
 * have none.
 */
export async function createUniqueIndexes(
  store: Store,
  workspaceId: string,
  { collection, type }: { collection: string; type: RecordType },
  session?: ClientSession,
): Promise<void> {
  const wanted = uniqueFields(type).map(({ name }) => ({
    key: { [name]: 1 },
    name: `${prefix}${name}`,
    unique: true,
    partialFilterExpression: { [name]: { $exists: true } },
  }));
  if (wanted.length > 0) await recordsIn(store, workspaceId, collection).createIndexes(wanted, { session });
}

/** Drops the unique indexes of fields that no longer are unique. */
export async function dropOldUniqueIndexes(
  store: Store,
  workspaceId: string,
  { collection, type }: { collection: string; type: RecordType },
): Promise<void> {
  const records = recordsIn(store, workspaceId, collection);
  const kept = new Set(uniqueFields(type).map(({ name }) => `${prefix}${name}`));
  const found = await records.indexes();
  for (const { name = '' } of found) if (isUniqueIndex(name) && !kept.has(name)) await records.dropIndex(name);
}

/** The field and the value that another record has already; undefined for any other error. */
export function takenValue(error: unknown, type: RecordType): { field: Field; value: string } | undefined {
  if (!isDuplicateKey(error)) return undefined;
  const [, name, value = ''] = /index: unique_(\w+) dup key: \{ [^:]+: (.*) \}/s.exec(error.message) ?? [];
  const field = type.fields.find((one) => one.name === name);
  return field && { field, value: readable(value) };
}

/** The value in the database's own words: `"text"`, `1.0` or `new Date(1700000000000)`. */
function readable(value: string): string {
  const [, ms] = /^new Date\((-?\d+)\)$/.exec(value) ?? [];
  if (ms !== undefined) return new Date(Number(ms)).toISOString().replace('T00:00:00.000Z', '');
  const text = value.replace(/^(-?\d+)\.0$/, '$1');
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

/** The mistake of a record whose value another record has; `record` is the id of that one, if known. */
export function describeTaken({
  field,
  value,
  record,
}: {
  field: Field;
  value: string;
  record?: string;
}): ProblemDetail {
  const holder = record === undefined ? 'another one' : `the record "${record}"`;
  const detail = `${field.label} ("${field.name}") must be different in every record, and ${holder} has ${value}: give it another value.`;
  return { pointer: `#/fields/${field.name}`, code: 'value_taken', detail };
}

/**
 * Runs the write of a record.
 * @throws Problem `invalid_record` if another record has the value of a unique field.
 */
export async function withUniqueValues<Result>(type: RecordType, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const taken = takenValue(error, type);
    if (taken === undefined) throw error;
    const mistake = describeTaken(taken);
    throw new Problem('invalid_record', `One field does not fit the type "${type.name}": ${mistake.detail}`, {
      errors: [mistake],
      cause: error,
    });
  }
}
