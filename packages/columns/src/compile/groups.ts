import { dayMs, isCycle, openZone, storedKey, type Group, type NormalizedQuestion } from '@tallyhook/query';
import {
  columnOf,
  isPresent,
  valueOf,
  type Column,
  type ColumnTable,
  type ColumnTables,
} from '../tables/column-table.ts';
import { cycleOf, hourOf, localTime, periodOf } from './time.ts';
import type { Binder, Bound } from './sql.ts';

/** How the records `t` of a question get their key in one group. */
export interface CompiledGroup {
  /** Joins what the key needs, one row for each key of a record; empty for own single values. */
  join: string;
  /** The key; null for no value, and for all other values next to the top ones. */
  key: string;
  /** Whether the key stands for all other values; undefined without top values. */
  isOther?: string;
  /** The table that has a row for each key of each record, as the group's alias; undefined for other groups. */
  rows?: string;
  /** The longer period, if the key is a day of it: there are far fewer days than records. */
  unit?: FoldedUnit;
}

type FoldedUnit = 'month' | 'quarter' | 'year';

interface Place {
  question: NormalizedQuestion;
  tables: ColumnTables;
  binder: Binder;
  /** Whether keys may be days, to be folded into longer periods afterwards. */
  mayFold: boolean;
}

/** Compiles the group at an index. */
export function compileGroup(group: Group, index: number, place: Place): CompiledGroup {
  const alias = `g${index}`;
  const links = group.via ? undefined : columnOf(place.tables, place.question.type.name, group.field).links;
  if (links !== undefined && group.keep === undefined)
    return { join: `JOIN ${links} ${alias} ON ${alias}.r = t.r`, key: `${alias}.v`, rows: `${links} ${alias}` };
  const several = severalKeys(group, place);
  if (several !== undefined) return joinKeys(several, group, place, alias);
  const fold = foldedUnit(group, place);
  const { join, key } = oneKey(fold ? { ...group, unit: 'day' } : group, alias, place);
  if (group.keep === undefined) return { join, key, ...(fold && { unit: fold }) };
  const isKept = isOneOf(key, group, place);
  return { join, key: `CASE WHEN ${isKept} THEN ${key} END`, isOther: `NOT ${isKept}` };
}

/** Joins the keys of records that can have several. */
function joinKeys(keys: string, group: Group, place: Place, alias: string): CompiledGroup {
  if (group.keep === undefined) return { join: `LEFT JOIN (${keys}) ${alias} ON ${alias}.r = t.r`, key: `${alias}.v` };
  const table = place.tables[place.question.type.name]!.name;
  const isKept = isOneOf('k.v', group, place);
  // A record with several other values is in their group once.
  const kept = `SELECT DISTINCT s.r, CASE WHEN ${isKept} THEN k.v END AS v, NOT ${isKept} AS o FROM ${table} s LEFT JOIN (${keys}) k ON k.r = s.r`;
  return { join: `JOIN (${kept}) ${alias} ON ${alias}.r = t.r`, key: `${alias}.v`, isOther: `${alias}.o` };
}

function foldedUnit({ unit, keep, via }: Group, { mayFold }: Place): FoldedUnit | undefined {
  const isLong = unit === 'month' || unit === 'quarter' || unit === 'year';
  return mayFold && isLong && keep === undefined && via === undefined ? unit : undefined;
}

/** The key of a group of which a record can have only one. */
function oneKey(
  { via, field, unit, keep }: Group,
  alias: string,
  { tables, question }: Place,
): { join: string; key: string } {
  if (via === undefined) {
    const column = columnOf(tables, question.type.name, field);
    const own = `t.${column.name}`;
    return { join: '', key: keyOf(keep === undefined ? own : valueOf(column, own), { column, unit }, question) };
  }
  const column = columnOf(tables, via.target, field);
  const relation = columnOf(tables, question.type.name, via.field);
  const join = joinRelated('LEFT JOIN', {
    column: relation,
    value: `t.${relation.name}`,
    target: tables[via.target]!,
    alias,
  });
  // Neither a relation nor a value: both are no value.
  return { join, key: keyOf(valueOf(column, `${alias}.${column.name}`), { column, unit }, question) };
}

/** Selects the different keys of each record that has any, as `r` and `v`; undefined if it can have only one. */
function severalKeys({ via, field, unit }: Group, { tables, question }: Place): string | undefined {
  if (!field.many && !via?.field.many) return undefined;
  if (via === undefined) {
    const own = columnOf(tables, question.type.name, field);
    return `SELECT r, ${valueOf(own, 'v')} AS v FROM ${own.links!}`;
  }
  const relation = columnOf(tables, question.type.name, via.field);
  const column = columnOf(tables, via.target, field);
  const from = relation.links ?? tables[question.type.name]!.name;
  const value = `s.${relation.links ? 'v' : relation.name}`;
  const related = { column: relation, value, target: tables[via.target]!, alias: 'g' };
  const pairs = `${from} s ${joinRelated('JOIN', related)}`;
  if (column.links)
    return `SELECT DISTINCT s.r, l.v FROM ${pairs} JOIN ${column.links} l ON l.r = g.r WHERE ${isPresent(column, 'l.v')}`;
  const own = `g.${column.name}`;
  return `SELECT DISTINCT s.r, ${keyOf(own, { column, unit }, question)} AS v FROM ${pairs} WHERE ${isPresent(column, own)}`;
}

interface Related {
  column: Column;
  /** The column's value of a record. */
  value: string;
  target: ColumnTable;
  alias: string;
}

/** Joins the records that a relation names. */
function joinRelated(join: 'JOIN' | 'LEFT JOIN', { column: { codes }, value, target, alias }: Related): string {
  const id = `${alias}d`;
  const isRecord = `${alias}.tail = ${id}.tail AND ${alias}.head = ${id}.head`;
  return `${join} ${codes!.table!} ${id} ON ${id}.c = ${value} ${join} ${target.name} ${alias} ON ${isRecord}`;
}

/** The key of a value: itself, the first day of its period, the start of its hour, or the number of its cycle's part. */
function keyOf(
  value: string,
  { column: { field, span }, unit }: { column: Column } & Pick<Group, 'unit'>,
  { timezone, weekStart }: NormalizedQuestion,
): string {
  if (unit === undefined) return value;
  const zone = openZone(field.kind === 'instant' ? timezone : 'UTC');
  if (unit === 'hour') return hourOf(value, zone, span);
  const local = localTime(value, zone, span);
  return isCycle(unit) ? cycleOf(local, unit) : periodOf(local, unit, weekStart);
}

/** Whether a key is one of the top values. */
function isOneOf(key: string, group: Group, { question, tables, binder }: Place): string {
  const zone = openZone(question.timezone);
  const { codes } = columnOf(tables, group.via?.target ?? question.type.name, group.field);
  const values = group
    .keep!.filter((one) => one !== null)
    .map((one) => boundKey(storedKey(one, group, zone), group))
    .flatMap((one) => (codes ? (codes.places.get(String(one)) ?? []) : one));
  const isValue =
    values.length === 0 ? 'FALSE' : `coalesce(${key} IN (${values.map((one) => binder.bind(one)).join(', ')}), FALSE)`;
  return group.keep!.includes(null) ? `(${isValue} OR ${key} IS NULL)` : isValue;
}

function boundKey(stored: unknown, { unit }: Group): Bound {
  if (stored instanceof Date) return unit === 'hour' ? stored.getTime() : stored.getTime() / dayMs;
  return typeof stored === 'object' ? (stored as { $oid: string }).$oid : (stored as Bound);
}
