import type { Field, FieldKind } from '@tallyhook/schemas';
import { dayMs, parseDay } from '../dates/days.ts';
import { parseHour } from '../dates/hours.ts';
import type { Zone } from '../dates/zone.ts';
import type { Group } from '../normalize/normalized-question.ts';

/**
 * How a kind's values are stored. A value of another kind (text in a number field whose kind was changed) counts as no
 * value: it is neither measured nor grouped, and `empty` finds it.
 */
interface StoredKind {
  /** A condition that only the kind's values meet: in a match, ordering operators compare only within one type. */
  present: Readonly<Record<string, unknown>>;
  /** The same as an expression, in which values of all types share one order. */
  isPresent(value: unknown): object;
}

const firstId = { $oid: '000000000000000000000000' };
const lastId = { $oid: 'ffffffffffffffffffffffff' };
const firstDate = new Date(-8.64e15);

const text: StoredKind = {
  present: { $gt: '' },
  // Objects come right after text in the order of types.
  isPresent: (value) => ({ $and: [{ $gt: [value, ''] }, { $lt: [value, { $literal: {} }] }] }),
};
const date: StoredKind = {
  present: { $gte: firstDate },
  // Dates come last of all types in records.
  isPresent: (value) => ({ $gte: [value, firstDate] }),
};
const id: StoredKind = {
  present: { $gte: firstId },
  isPresent: (value) => ({ $and: [{ $gte: [value, firstId] }, { $lte: [value, lastId] }] }),
};

const storedKinds: Record<FieldKind, StoredKind> = {
  text,
  choice: text,
  person: text,
  number: { present: { $gte: -Infinity }, isPresent: (value) => ({ $isNumber: value }) },
  day: date,
  instant: date,
  yesNo: { present: { $in: [true, false] }, isPresent: (value) => ({ $in: [value, [true, false]] }) },
  relation: id,
  file: id,
};

export const presentCondition = ({ kind }: Field): Readonly<Record<string, unknown>> => storedKinds[kind].present;

/** An expression that tests whether a single value, or an element of a list, is of the field's kind. */
export const isPresent = ({ kind }: Field, value: unknown): object => storedKinds[kind].isPresent(value);

/** A field's valid values as a list without duplicates, whether one or several are stored. */
export function listOf(field: Field, value: unknown): object {
  const list = { $cond: [{ $isArray: [value] }, value, [value]] };
  const present = { $filter: { input: list, as: 'one', cond: isPresent(field, '$$one') } };
  return { $setUnion: [present, []] };
}

/** A field's value, or null if it is invalid. */
export const valueOrNull = (field: Field, value: unknown): object => ({
  $cond: [isPresent(field, value), value, null],
});

/** A field's valid values: a list, or one value or null. */
export const cleanValue = (field: Field): object =>
  field.many ? listOf(field, `$${field.name}`) : valueOrNull(field, `$${field.name}`);

/** A key as the database computes it. */
export function storedKey(key: string | number | boolean | null, { field, unit }: Group, zone: Zone): unknown {
  if (typeof key !== 'string') return key;
  if (unit === 'hour') return new Date(parseHour(key, zone)!.from);
  // Keys of cycles are numbers, handled above.
  if (unit !== undefined) return new Date(parseDay(key)! * dayMs);
  return field.kind === 'relation' || field.kind === 'file' ? { $oid: key } : key;
}
