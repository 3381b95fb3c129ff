import {
  dayMs,
  isCycle,
  measuredFields,
  tableOfRows,
  type Group,
  type NormalizedQuestion,
  type ReadDocument,
  type Table,
} from '@tallyhook/query';
import { columnOf, type Codes, type ColumnTables } from '../tables/column-table.ts';

/** A row of a statement by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of the statements of a compiled question. */
export interface FoundRows {
  groups?: Row[] | undefined;
  overall?: Row[] | undefined;
  different: { index: number; groups?: Row[] | undefined; overall: Row[] }[];
}

const otherKey = { other: true };

/** Builds the table of a question from the rows of its statements. */
export function readFoundTable(question: NormalizedQuestion, found: FoundRows, tables: ColumnTables): Table {
  const codes = question.groups.map(
    ({ via, field }) => columnOf(tables, via?.target ?? question.type.name, field).codes,
  );
  const idOf = (row: Row) => idOfRow(question, row, codes);
  const groups = (found.groups ?? []).map((row) => ({ ...partsOf(question, row), _id: idOf(row) }));
  const overall = found.overall?.map((row) => partsOf(question, row))[0];
  for (const { index, groups: rows = [], overall: whole } of found.different) {
    const counts = new Map(rows.map((row) => [JSON.stringify(idOf(row)), row.d]));
    for (const group of groups) (group as ReadDocument)[`d${index}`] = counts.get(JSON.stringify(group._id)) ?? 0;
    if (overall) overall[`d${index}`] = whole[0]!.d;
  }
  const isAsked = ({ _id }: { _id: ReadDocument }) =>
    question.groups.every(({ keep, other }, index) => !keep || other || _id[`g${index}`] !== otherKey);
  return tableOfRows(question, { groups: groups.filter(isAsked), overall });
}

function idOfRow({ groups }: NormalizedQuestion, row: Row, codes: readonly (Codes | undefined)[]): ReadDocument {
  const keys = groups.map((group, index) => [
    `g${index}`,
    row[`o${index}`] === true ? otherKey : keyOf(group, row[`k${index}`], codes[index]),
  ]);
  return Object.fromEntries(keys) as ReadDocument;
}

/** A key in the form of the general plan: dates for periods and hours. */
function keyOf({ unit }: Group, key: unknown, codes: Codes | undefined): unknown {
  if (codes !== undefined) return key === null ? null : codes.values[Number(key)];
  if (key === null || typeof key === 'string' || typeof key === 'boolean') return key;
  const number = Number(key);
  if (unit === undefined || isCycle(unit)) return number;
  return new Date(unit === 'hour' ? number : number * dayMs);
}

function partsOf({ measures }: NormalizedQuestion, row: Row): ReadDocument {
  const extremes = measuredFields(measures).flatMap(({ kind }, index) =>
    kind === 'number' ? [] : ['lo', 'hi'].map((name) => [`${name}${index}`, dateOf(row[`${name}${index}`])]),
  );
  return { ...row, ...(Object.fromEntries(extremes) as ReadDocument) };
}

const dateOf = (value: unknown): Date | null => (typeof value === 'number' ? new Date(value) : null);
