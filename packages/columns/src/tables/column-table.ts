import type { Field } from '@tallyhook/schemas';
import type { Span } from '../compile/time.ts';

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
  /** For a list field, its table: `r`, the number of the record's row, and `v`; null for a record without values. */
  links?: string;
  /** The first and last date that the column ever had. */
  span: Span;
  /** Whether it ever had a text with odd letters. */
  mayBeOdd: boolean;
}

/** Lays out the columns of some fields of a type. */
export function layOutTable(name: string, fields: readonly Field[]): ColumnTable {
  const columns = fields.map((field, index): [string, Column] => {
    const column = { field, name: `c${index}`, span: { low: Infinity, high: -Infinity }, mayBeOdd: false };
    return [field.name, field.many ? { ...column, links: `${name}_${index}` } : column];
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
