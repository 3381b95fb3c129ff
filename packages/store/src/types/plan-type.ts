import type { Field, RecordType } from '@tallyhook/schemas';
import { valueIn, type RecordDocument, type StoredValue } from '../collections/record-document.ts';
import { checkFields } from '../records/field-values.ts';
import { createConversion, keepsValues, type ConvertValue } from './convert-value.ts';

/** What happens to the values of one field. */
export interface FieldWork {
  /** The field as it is to be; the earlier one if it is removed. */
  field: Field;
  change: 'added' | 'removed' | 'converted' | 'filled';
  /** The field as it was; absent for a new one. */
  before?: Field;
  convert?: ConvertValue;
  /** What records without a value get, because the field must have one. */
  fill?: StoredValue;
}

/** How the records of a type change with it. */
export interface TypePlan {
  before: RecordType;
  after: RecordType;
  works: FieldWork[];
  /** Fields that must have a value now. */
  required: Field[];
  /** Fields whose values must differ now, or that get other values. */
  unique: Field[];
}

/** Compares two versions of a type field by field; a field keeps its values under its name. */
export function planType(before: RecordType, after: RecordType, timezone: string): TypePlan {
  const earlier = new Map(before.fields.map((field) => [field.name, field]));
  const kept = new Set(after.fields.map(({ name }) => name));
  const removed = before.fields.filter(({ name }) => !kept.has(name));
  const works = after.fields.flatMap((field) => workOf(earlier.get(field.name), field, { after, timezone }));
  const changes = new Set(works.map(({ field }) => field.name));
  const isNew = (field: Field, key: 'required' | 'unique') =>
    field[key] === true && (earlier.get(field.name)?.[key] !== true || changes.has(field.name));
  return {
    before,
    after,
    works: [...works, ...removed.map((field): FieldWork => ({ field, change: 'removed', before: field }))],
    required: after.fields.filter((field) => isNew(field, 'required')),
    unique: after.fields.filter((field) => isNew(field, 'unique')),
  };
}

function workOf(
  before: Field | undefined,
  field: Field,
  { after, timezone }: { after: RecordType; timezone: string },
): FieldWork[] {
  const fill = field.required ? checkFields(after, { [field.name]: field.default }).values[field.name] : undefined;
  const filling = fill === undefined ? {} : { fill };
  if (before === undefined) return [{ field, change: 'added', ...filling }];
  if (keepsValues(before, field)) {
    return fill === undefined || before.required ? [] : [{ field, change: 'filled', before, fill }];
  }
  const convert = createConversion(before, field, timezone);
  return [{ field, change: 'converted', before, convert, ...filling }];
}

/** A record as it is to be; the same object if nothing of it changes. */
export function convertRecord({ works }: Pick<TypePlan, 'works'>, record: RecordDocument): RecordDocument {
  let after = record;
  const set = (name: string, value: StoredValue | undefined) => {
    after = after === record ? { ...record } : after;
    if (value === undefined) delete after[name];
    else after[name] = value;
  };
  for (const { field, change, convert, fill } of works) {
    const { name } = field;
    const value = valueIn(record, name);
    // Under the name of an added field, a value may be left that no type had.
    const converted =
      value === undefined || change === 'removed' || change === 'added' ? undefined : convert ? convert(value) : value;
    const wanted = converted ?? fill;
    if (wanted !== value) set(name, wanted);
  }
  return after;
}
