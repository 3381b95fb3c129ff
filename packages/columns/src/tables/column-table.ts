import type { Field, FieldKind } from '@tallyhook/schemas';
import type { Span } from '../compile/time.ts';
import { columnTypes } from './stored-values.ts';

/** The columns of one type in the embedded database: a row for each record, and a table of links for each list field. */
export interface ColumnTable {
  /** The name of the table, of which those of the list fields are made. */
  name: string;
  columns: ReadonlyMap<string, Column>;
}

/** The column of a field, or for a list field the table with a row for each of its values, or one of none. */
export interface Column {
  field: Field;
  /** `c0`, `c1` and so on. */
  name: string;
  /** For a list field, its table: `r`, the number of the record's row, and `v`; no value for a record without values. */
  links?: string;
  /** The first and last date that the column ever had. */
  span: Span;
  /** Whether it ever had a text with odd letters. */
  mayBeOdd: boolean;
  /** Its values as numbers, which are several times faster to add and to group; undefined if they are kept as they are. */
  codes?: Codes;
}

/**
 * Numbers for the different values of a column: the places in `values`. They are never taken back. The first, 0, stands
 * for no value: grouping takes twice as long if there are nulls.
 */
export interface Codes {
  values: (string | null)[];
  places: Map<string, number>;
  /** How many values there may be: they are in the memory of this process, too. */
  max: number;
  /** For a relation, a table of them to join related records by: `c`, and `head` and `tail` of the id. */
  table?: string;
  /** How many places that table has; undefined if changes were given up. */
  saved?: number | undefined;
}

/** Kinds that have few different values as a rule. */
const codedKinds = new Set<FieldKind>(['choice', 'person', 'relation']);

/** The SQL type of a column. */
export const typeOfColumn = ({ field, codes }: Column) => (codes ? 'UINTEGER' : columnTypes[field.kind]);

/** The value of a column in SQL, null for none, given how the column is written there. */
export const valueOf = ({ codes }: Column, written: string): string => (codes ? `nullif(${written}, 0)` : written);

/** Whether a record has a value, in SQL: never null. */
export const isPresent = ({ codes }: Column, written: string): string =>
  codes ? `${written} <> 0` : `${written} IS NOT NULL`;

/** How many different values are kept as numbers. */
export function countCodes({ columns }: ColumnTable): number {
  return [...columns.values()].reduce((sum, { codes }) => sum + (codes?.values.length ?? 0), 0);
}

/** The tables of a type in the database. */
export function tableNames({ name, columns }: ColumnTable): string[] {
  return [
    name,
    ...[...columns.values()].flatMap(({ links, codes }) => [links, codes?.table].filter((one) => one !== undefined)),
  ];
}

/** Lays out the columns of some fields of a type, of which coded ones may have `maxCodes` different values each. */
export function layOutTable(name: string, fields: readonly Field[], { maxCodes }: { maxCodes: number }): ColumnTable {
  const columns = fields.map((field, index): [string, Column] => {
    const isCoded = codedKinds.has(field.kind);
    const table = field.kind === 'relation' ? { table: `${name}_d${index}` } : {};
    return [
      field.name,
      {
        ...{ field, name: `c${index}`, span: { low: Infinity, high: -Infinity }, mayBeOdd: false },
        ...(field.many && { links: `${name}_${index}` }),
        ...(isCoded && { codes: { values: [null], places: new Map<string, number>(), max: maxCodes, ...table } }),
      },
    ];
  });
  return { name, columns: new Map(columns) };
}

/** The tables of a question, by record type. */
export type ColumnTables = Readonly<Record<string, ColumnTable>>;

/** The column of a field that a question names. */
export function columnOf(tables: ColumnTables, type: string, { name }: Field): Column {
  const column = tables[type]?.columns.get(name);
  if (column === undefined) throw new Error(`The field "${name}" of the type "${type}" is not kept.`);
  return column;
}
