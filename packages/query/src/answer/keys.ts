import type { Field } from '@tallyhook/schemas';
import { dayMs, formatDay, startOfPeriod, type DayNumber } from '../dates/days.ts';
import { cycleOf } from '../dates/cycles.ts';
import { dayAt, offsetAt, type Zone } from '../dates/zone.ts';
import { formatHour } from '../dates/hours.ts';
import { isCycle } from '../grammar.ts';
import type { Group, NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { KeyForm } from '../plan/plan.ts';

/**
 * The key of one group: a value, an id, the first day of a period as `YYYY-MM-DD`, the number of a cycle's part, or
 * null for records without a value.
 */
export type Key = string | number | boolean | null;

/** Represents all values of a group outside its top ones. */
export interface Other {
  readonly other: true;
}
export const other: Other = Object.freeze({ other: true });

/** A row's key in one group. */
export type GroupKey = Key | Other;

export const isOther = (key: unknown): key is Other =>
  typeof key === 'object' && key !== null && (key as Partial<Other>).other === true;

const nothing: readonly Key[] = [null];

/** The keys of a record with this value: several for a list, `[null]` for no value. */
export function keysOf(
  raw: unknown,
  { group, form, zone, weekStart }: { group: Group; form: KeyForm; zone: Zone } & Pick<NormalizedQuestion, 'weekStart'>,
): readonly Key[] {
  const { field, unit } = group;
  if (unit === undefined) return valuesOf(field, raw);
  // The database has already computed the cycle's number.
  if (isCycle(unit) && form === 'period') return typeof raw === 'number' ? [raw] : nothing;
  if (!(raw instanceof Date)) return nothing;
  if (unit === 'hour') return [formatHour(zone, raw.getTime())];
  if (isCycle(unit)) return [cycleOf(raw.getTime() + (form === 'instant' ? offsetAt(zone, raw.getTime()) : 0), unit)];
  const day = dayOf(raw, form === 'instant' ? zone : undefined);
  return [formatDay(startOfPeriod(day, unit, weekStart))];
}

/** Orders keys: nulls last, numbers by size, text by Unicode code points. */
export function compareKeys(one: Key, other: Key): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return Number(one) - Number(other);
}

function dayOf(date: Date, zone: Zone | undefined): DayNumber {
  return zone === undefined ? Math.floor(date.getTime() / dayMs) : dayAt(zone, date.getTime());
}

function valuesOf(field: Field, raw: unknown): readonly Key[] {
  if (!field.many) return isOfKind(field, raw) ? [raw] : nothing;
  const list: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const values = new Set(list.filter((one): one is string => isOfKind(field, one)));
  return values.size === 0 ? nothing : [...values];
}

/** Whether a stored value is a valid value of the field's kind. Empty text is not. */
export function isOfKind({ kind }: Field, raw: unknown): raw is Exclude<Key, null> {
  switch (kind) {
    case 'number':
      return typeof raw === 'number';
    case 'yesNo':
      return typeof raw === 'boolean';
    case 'relation':
    case 'file':
      return typeof raw === 'string' && /^[0-9a-f]{24}$/.test(raw);
    default:
      return typeof raw === 'string' && raw !== '';
  }
}

/**
 * Orders text by code points as the database does. JavaScript compares UTF-16 units, which puts U+10000 before U+E000.
 */
function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = rankOf(one.charCodeAt(at)) - rankOf(other.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Surrogates (U+10000 and above) sort after all other units. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
