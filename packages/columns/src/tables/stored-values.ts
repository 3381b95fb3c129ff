import type { Field, FieldKind } from '@tallyhook/schemas';

/** A value in a column: text, a number, milliseconds since 1970 for days and instants, true or false. */
export type ColumnValue = string | number | boolean;

/** The SQL type of a kind's column. Dictionaries make texts as fast to group as numbers. */
export const columnTypes: Record<FieldKind, 'VARCHAR' | 'DOUBLE' | 'BIGINT' | 'BOOLEAN'> = {
  text: 'VARCHAR',
  choice: 'VARCHAR',
  person: 'VARCHAR',
  relation: 'VARCHAR',
  file: 'VARCHAR',
  number: 'DOUBLE',
  day: 'BIGINT',
  instant: 'BIGINT',
  yesNo: 'BOOLEAN',
};

/** A stored value in the form of its column; null if it is not of the field's kind, which counts as no value. */
export function columnValue({ kind }: Pick<Field, 'kind'>, raw: unknown): ColumnValue | null {
  switch (kind) {
    case 'number':
      return typeof raw === 'number' ? raw : null;
    case 'yesNo':
      return typeof raw === 'boolean' ? raw : null;
    case 'day':
    case 'instant':
      return raw instanceof Date ? raw.getTime() : null;
    case 'relation':
    case 'file':
      return isStoredId(raw) ? raw.toHexString() : null;
    default:
      return typeof raw === 'string' && raw !== '' ? raw : null;
  }
}

/** The different values of a list field, whether one or several are stored. */
export function columnValues(field: Pick<Field, 'kind'>, raw: unknown): ColumnValue[] {
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const values = list.map((one) => columnValue(field, one)).filter((one) => one !== null);
  return [...new Set(values)];
}

/** The id of a record, as MongoDB's driver returns it. */
export interface StoredId {
  _bsontype: 'ObjectId';
  /** Its twelve bytes. */
  id: Uint8Array;
  toHexString(): string;
}

const isStoredId = (raw: unknown): raw is StoredId =>
  typeof raw === 'object' && raw !== null && (raw as Partial<StoredId>)._bsontype === 'ObjectId';
