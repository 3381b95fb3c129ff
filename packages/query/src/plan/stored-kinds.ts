import type { Field, FieldKind } from '@tallyhook/schemas';
import { dayMs, parseDay } from '../dates/days.ts';
import { parseHour } from '../dates/hours.ts';
import type { Zone } from '../dates/zone.ts';
import type { Group } from '../normalize/normalized-question.ts';

/**
 * How values of a kind lie in the database. Whatever is not of its field's kind (a text in a number field, after the
 * field was another kind) is no value: neither measured nor a group, and found by `empty`.
 */
interface StoredKind {
  /** A condition that exactly the values of the kind meet: ordering operators of a match compare within one type only. */
  present: Readonly<Record<string, unknown>>;
  /** The same as an expression, where values of all types have one order. */
  isPresent(value: unknown): object;
}

const firstId = { $oid: '000000000000000000000000' };
const lastId = { $oid: 'ffffffffffffffffffffffff' };
const firstDate = new Date(-8.64e15);

const text: StoredKind = {
  present: { $gt: '' },
  // An object is the type that comes right after text.
  isPresent: (value) => ({ $and: [{ $gt: [value, ''] }, { $lt: [value, { $literal: {} }] }] }),
};
const date: StoredKind = {
  present: { $gte: firstDate },
  // Dates come last of all types that a record can hold.
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

/** An expression that says whether one value is one of the field's kind; of a list, it takes an element. */
export const isPresent = ({ kind }: Field, value: unknown): object => storedKinds[kind].isPresent(value);

/** A field's values as a list without repeats and without what is no value, whether one or many lie there. */
export function listOf(field: Field, value: unknown): object {
  const list = { $cond: [{ $isArray: [value] }, value, [value]] };
  const present = { $filter: { input: list, as: 'one', cond: isPresent(field, '$$one') } };
  return { $setUnion: [present, []] };
}

/** A field's value, or null for what is none. */
export const valueOrNull = (field: Field, value: unknown): object => ({
  $cond: [isPresent(field, value), value, null],
});

/** A field of the record itself without what is no value: a list, or one value or null. */
export const cleanValue = (field: Field): object =>
  field.many ? listOf(field, `$${field.name}`) : valueOrNull(field, `$${field.name}`);

/** A key as the database makes it. */
export function storedKey(key: string | number | boolean | null, { field, unit }: Group, zone: Zone): unknown {
  if (typeof key !== 'string') return key;
  if (unit === 'hour') return new Date(parseHour(key, zone)!.from);
  // The part of a cycle is a number already.
  if (unit !== undefined) return new Date(parseDay(key)! * dayMs);
  return field.kind === 'relation' || field.kind === 'file' ? { $oid: key } : key;
}
