import {
  countsRecords,
  distinctMeasures,
  mayCancel,
  measuredFields,
  type CollectionFacts,
  type NormalizedQuestion,
} from '@tallyhook/query';
import { columnOf, isPresent, valueOf, type Column, type ColumnTables } from '../tables/column-table.ts';
import { compileFilter } from './filter.ts';
import { compileGroup, type CompiledGroup } from './groups.ts';
import { periodOfDay } from './time.ts';
import { createBinder, type Binder, type Statement } from './sql.ts';

/** More groups than this are left to MongoDB: they would fill this process's memory. */
export const maxGroups = 50_000;

/** The statements of a question. Rows have `n`, and the parts of measures as `table.ts` of queries names them. */
export interface CompiledQuestion {
  /** One row for each group; absent without groups. */
  groups?: Statement;
  /** One row about all records; absent if the groups add up to it. */
  overall?: Statement;
  /** For each distinct measure of a list field, one row for each group with `d`, and one about all records. */
  different: { index: number; groups?: Statement; overall: Statement }[];
}

interface Place {
  question: NormalizedQuestion;
  tables: ColumnTables;
  /** Number fields whose values may cancel out. */
  facts: Pick<CollectionFacts, 'cancelling'>;
}

/** Compiles a question whose fields are all kept. */
export function compileQuestion(place: Place): CompiledQuestion {
  const { question } = place;
  const different = distinctMeasures(question.measures);
  const lists = different.flatMap(({ field }, index) => (field.many ? [index] : []));
  const hasGroups = question.groups.length > 0;
  return {
    ...(hasGroups && { groups: selectGroups(place) }),
    ...(hasGroups && addUp(place) ? {} : { overall: selectOverall(place) }),
    different: lists.map((index) => ({
      index,
      ...(hasGroups && { groups: selectDifferent(place, index, true) }),
      overall: selectDifferent(place, index, false),
    })),
  };
}

/** Whether each record is in exactly one group, and nothing is counted that cannot be added. */
function addUp({ question }: Place): boolean {
  const isOne = question.groups.every(
    (group) => !group.field.many && !group.via?.field.many && (!group.keep || group.other),
  );
  return isOne && distinctMeasures(question.measures).length === 0;
}

function selectGroups(place: Place): Statement {
  const { question } = place;
  const binder = createBinder();
  const mayFold = distinctMeasures(question.measures).length === 0;
  const compiled = question.groups.map((group, index) => compileGroup(group, index, { ...place, binder, mayFold }));
  return { sql: `${selectRows(place, compiled, binder)} LIMIT ${maxGroups + 1}`, values: binder.values };
}

function selectOverall(place: Place): Statement {
  const binder = createBinder();
  return { sql: selectRows(place, [], binder), values: binder.values };
}

/**
 * One row for each group, or one without groups. Days are folded into longer periods. The different values of one field
 * are counted by groups of them, which the database finds several times faster than `count(DISTINCT …)`.
 */
function selectRows(place: Place, compiled: readonly CompiledGroup[], binder: Binder): string {
  const parts = partsOf(place);
  const distinct = distinctOf(place);
  const [only, ...more] = distinct;
  const isFolded = compiled.some(({ unit }) => unit !== undefined);
  const keys = keysOf(compiled);
  const from = fromRecords(place, compiled, binder);
  if (only !== undefined && more.length === 0) {
    const rows = selectGrouped([...keys, `t.${only.column.name} AS v`], asParts(parts), from);
    return fold(rows, compiled, [...addParts(parts), `count(${valueOf(only.column, 'v')})::DOUBLE AS ${only.name}`]);
  }
  const different = distinct.map(
    ({ name, column }) => `count(DISTINCT ${valueOf(column, `t.${column.name}`)})::DOUBLE AS ${name}`,
  );
  const rows = selectGrouped(keys, [...asParts(parts), ...different], from);
  return isFolded ? fold(rows, compiled, addParts(parts)) : rows;
}

const asParts = (parts: Record<string, string>): string[] =>
  Object.entries(parts).map(([name, part]) => `${part} AS ${name}`);

const addParts = (parts: Record<string, string>): string[] =>
  Object.keys(parts).map((name) => {
    if (name.startsWith('s')) return `fsum(${name}) AS ${name}`;
    if (name.startsWith('lo')) return `min(${name}) AS ${name}`;
    if (name.startsWith('hi')) return `max(${name}) AS ${name}`;
    // Without any row, the sum of counts would be null.
    return `coalesce(sum(${name}), 0) AS ${name}`;
  });

/** Folds the days of a grouping into longer periods, and rows with different values into those of their groups. */
function fold(rows: string, compiled: readonly CompiledGroup[], added: readonly string[]): string {
  const keys = keysOf(
    compiled.map(({ unit, isOther }, index) => ({
      join: '',
      key: unit ? periodOfDay(`k${index}`, unit) : `k${index}`,
      ...(isOther !== undefined && { isOther: `o${index}` }),
    })),
  );
  return selectGrouped(keys, added, `FROM (${rows})`);
}

/** Counts the distinct values of a list field, of which a record has several. */
function selectDifferent(place: Place, index: number, isByGroup: boolean): Statement {
  const { question, tables } = place;
  const binder = createBinder();
  const groups = isByGroup ? question.groups : [];
  const compiled = groups.map((group, at) => compileGroup(group, at, { ...place, binder, mayFold: false }));
  const column = columnOf(tables, question.type.name, distinctMeasures(question.measures)[index]!.field);
  const values = { join: `LEFT JOIN ${column.links!} l ON l.r = t.r`, key: '' };
  const different = `count(DISTINCT ${valueOf(column, 'l.v')})::DOUBLE AS d`;
  const from = fromRecords(place, [...compiled, values], binder);
  return { sql: selectGrouped(keysOf(compiled), [different], from), values: binder.values };
}

const keysOf = (compiled: readonly CompiledGroup[]): string[] =>
  compiled.flatMap(({ key, isOther }, index) => [
    `${key} AS k${index}`,
    ...(isOther === undefined ? [] : [`${isOther} AS o${index}`]),
  ]);

/** Selects keys, by which the rows are grouped, and what is added for each. Without keys there is one row. */
function selectGrouped(keys: readonly string[], added: readonly string[], from: string): string {
  const places = keys.map((_, index) => index + 1).join(', ');
  return `SELECT ${[...keys, ...added].join(', ')} ${from}${keys.length === 0 ? '' : ` GROUP BY ${places}`}`;
}

/** The records that the question counts, as `t`, with what their keys need. */
function fromRecords({ question, tables }: Place, compiled: readonly CompiledGroup[], binder: Binder): string {
  const type = question.type.name;
  const condition = compileFilter(question.filter, { type, tables, binder });
  const { name } = tables[type]!;
  const [only, ...more] = compiled;
  const isCount = countsRecords(question.measures);
  if (only?.rows !== undefined && more.length === 0 && isCount && condition === 'TRUE') return `FROM ${only.rows}`;
  const records = condition === 'TRUE' ? name : `(SELECT * FROM ${name} WHERE ${condition})`;
  return `FROM ${records} t ${compiled.map(({ join }) => join).join(' ')}`;
}

/** The parts of a question's measures, without distinct ones: see `accumulators` of queries. */
function partsOf({ question: { measures, type }, tables, facts }: Place): Record<string, string> {
  const parts: Record<string, string> = { n: 'count(*)::DOUBLE' };
  measuredFields(measures).forEach((field, index) => {
    const column = columnOf(tables, type.name, field);
    const linked = `SELECT r FROM ${column.links} WHERE ${isPresent(column, 'v')}`;
    const value = column.links ? `CASE WHEN t.r IN (${linked}) THEN 1 END` : valueOf(column, `t.${column.name}`);
    const functions = new Set(measures.filter((one) => one.field?.name === field.name).map(({ fn }) => fn));
    if (functions.has('count') || functions.has('avg')) parts[`c${index}`] = `count(${value})::DOUBLE`;
    if (functions.has('sum') || functions.has('avg')) {
      parts[`s${index}`] = `fsum(${value})`;
      if (mayCancel(field, facts)) parts[`sn${index}`] = `fsum(CASE WHEN ${value} < 0 THEN ${value} END)`;
    }
    if (functions.has('min')) parts[`lo${index}`] = `min(${value})::DOUBLE`;
    if (functions.has('max')) parts[`hi${index}`] = `max(${value})::DOUBLE`;
  });
  return parts;
}

/** The distinct measures of single values, with the columns whose values they count. */
function distinctOf({ question: { measures, type }, tables }: Place): { name: string; column: Column }[] {
  return distinctMeasures(measures).flatMap(({ field }, index) =>
    field.many ? [] : [{ name: `d${index}`, column: columnOf(tables, type.name, field) }],
  );
}
