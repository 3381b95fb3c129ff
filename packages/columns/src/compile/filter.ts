import { openZone, type Filter, type RelatedTest, type StoredValue, type Test } from '@tallyhook/query';
import { columnOf, isPresent, type Column, type ColumnTables } from '../tables/column-table.ts';
import { columnTypes } from '../tables/stored-values.ts';
import { containsText } from './contains-text.ts';
import { cycleOf, localTime } from './time.ts';
import type { Binder, Bound } from './sql.ts';

/** Where a filter is compiled: the type whose records it tests. */
export interface FilterPlace {
  type: string;
  tables: ColumnTables;
  binder: Binder;
  /** Inside of a negation a condition must be false where it would be null, which takes longer. */
  isNegated?: boolean;
}

/** Compiles a filter to a condition that is true for the records that match. */
export function compileFilter(filter: Filter, place: FilterPlace): string {
  if ('all' in filter) return join('AND', filter.all, place);
  if ('any' in filter) return join('OR', filter.any, place);
  if ('not' in filter) return `NOT ${compileFilter(filter.not, { ...place, isNegated: true })}`;
  return 'related' in filter ? compileRelated(filter, place) : compileTest(filter, place);
}

/** Without parts, everything matches, as in MongoDB's plans. */
function join(operator: 'AND' | 'OR', parts: readonly Filter[], place: FilterPlace): string {
  if (parts.length === 0) return 'TRUE';
  return `(${parts.map((part) => compileFilter(part, place)).join(` ${operator} `)})`;
}

function compileRelated({ via, target, related }: RelatedTest, place: FilterPlace): string {
  const column = columnOf(place.tables, place.type, via);
  const table = place.tables[target]!;
  const test = compileTest(related, { ...place, type: target, isNegated: false });
  const records = `(SELECT head, tail FROM ${table.name} WHERE ${test})`;
  const matching = `(SELECT c FROM ${column.codes!.table!} d JOIN ${records} g ON g.tail = d.tail AND g.head = d.head)`;
  return ifAny(column, place, (value) => `${value} IN ${matching}`);
}

function compileTest(test: Test, place: FilterPlace): string {
  const { type, tables, binder } = place;
  const column = columnOf(tables, type, test.field);
  if (test.test === 'allOf') {
    const parts = test.values.map((one) => ifAny(column, place, (value) => isOneOf(value, [one], column, binder)));
    return parts.length === 0 ? 'FALSE' : `(${parts.join(' AND ')})`;
  }
  return ifAny(column, place, (value) => conditionOf(value, test, column, binder));
}

/** Whether the value of a record, or any of its values, meets a condition. */
function ifAny(
  { name, links, codes }: Column,
  { isNegated = false }: FilterPlace,
  condition: (value: string) => string,
): string {
  // Codes are never null.
  if (links === undefined) return isNegated && !codes ? `coalesce(${condition(name)}, FALSE)` : condition(name);
  return `r IN (SELECT r FROM ${links} WHERE ${condition('v')})`;
}

function conditionOf(value: string, test: Test, column: Column, binder: Binder): string {
  switch (test.test) {
    case 'present':
      return isPresent(column, value);
    case 'oneOf':
    case 'allOf':
      return isOneOf(value, test.values, column, binder);
    case 'containing':
      return containsText(value, { ...test, mayBeOdd: column.mayBeOdd }, binder);
    case 'range': {
      const signs = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
      const bounds = Object.entries(signs).flatMap(([bound, sign]) => {
        const limit = test[bound as keyof typeof signs];
        return limit === undefined ? [] : [`${value} ${sign} ${binder.bind(Number(limit))}`];
      });
      return `(${bounds.join(' AND ')})`;
    }
    case 'cycle': {
      const zone = openZone(column.field.kind === 'instant' ? test.timezone : 'UTC');
      return `${cycleOf(localTime(value, zone, column.span), test.unit)} = ${test.at}`;
    }
  }
}

/** Values of another kind than the column's match nothing, nor do those that no record has. */
function isOneOf(value: string, given: readonly StoredValue[], { field, codes }: Column, binder: Binder): string {
  const type = columnTypes[field.kind];
  const isOfType = (one: Bound) =>
    type === 'VARCHAR'
      ? typeof one === 'string'
      : type === 'BOOLEAN'
        ? typeof one === 'boolean'
        : typeof one === 'number';
  const all = given.map((one) => (typeof one === 'object' ? one.$oid : one)).filter(isOfType);
  const values = codes ? all.flatMap((one) => codes.places.get(String(one)) ?? []) : all;
  if (values.length === 0) return 'FALSE';
  return `${value} IN (${values.map((one) => binder.bind(one)).join(', ')})`;
}
