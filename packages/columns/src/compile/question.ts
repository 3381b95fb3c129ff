import {
  countsRecords,
  distinctMeasures,
  mayCancel,
  measuredFields,
  type CollectionFacts,
  type NormalizedQuestion,
} from '@tallyhook/query';
import { columnOf, type ColumnTables } from '../tables/column-table.ts';
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
  const parts = Object.entries(partsOf(place));
  const written = parts.map(([name, part]) => `${part} AS ${name}`);
  const rows = `SELECT ${[...keysOf(compiled), ...written].join(', ')} ${fromRecords(place, compiled, binder)} ${groupBy(compiled)}`;
  const isFolded = compiled.some(({ unit }) => unit !== undefined);
  return { sql: `${isFolded ? fold(rows, compiled, parts) : rows} LIMIT ${maxGroups + 1}`, values: binder.values };
}

/** Folds the days of a grouping into longer periods. */
function fold(rows: string, compiled: readonly CompiledGroup[], parts: readonly [string, string][]): string {
  const keys = keysOf(
    compiled.map(({ unit, isOther }, index) => ({
      join: '',
      key: unit ? periodOfDay(`k${index}`, unit) : `k${index}`,
      ...(isOther !== undefined && { isOther: `o${index}` }),
    })),
  );
  const added = parts.map(([name]) => {
    const add = name.startsWith('s') ? 'fsum' : name.startsWith('lo') ? 'min' : name.startsWith('hi') ? 'max' : 'sum';
    return `${add}(${name}) AS ${name}`;
  });
  return `SELECT ${[...keys, ...added].join(', ')} FROM (${rows}) ${groupBy(compiled)}`;
}

function selectOverall(place: Place): Statement {
  const binder = createBinder();
  const parts = Object.entries(partsOf(place)).map(([name, part]) => `${part} AS ${name}`);
  return { sql: `SELECT ${parts.join(', ')} ${fromRecords(place, [], binder)}`, values: binder.values };
}

/** Counts the distinct values of a list field, of which a record has several. */
function selectDifferent(place: Place, index: number, isByGroup: boolean): Statement {
  const { question, tables } = place;
  const binder = createBinder();
  const groups = isByGroup ? question.groups : [];
  const compiled = groups.map((group, at) => compileGroup(group, at, { ...place, binder, mayFold: false }));
  const { links } = columnOf(tables, question.type.name, distinctMeasures(question.measures)[index]!.field);
  const values = { join: `LEFT JOIN ${links!} l ON l.r = t.r`, key: '' };
  const selected = [...keysOf(compiled), 'count(DISTINCT l.v)::DOUBLE AS d'];
  const from = fromRecords(place, [...compiled, values], binder);
  return { sql: `SELECT ${selected.join(', ')} ${from} ${isByGroup ? groupBy(compiled) : ''}`, values: binder.values };
}

const keysOf = (compiled: readonly CompiledGroup[]): string[] =>
  compiled.flatMap(({ key, isOther }, index) => [
    `${key} AS k${index}`,
    ...(isOther === undefined ? [] : [`${isOther} AS o${index}`]),
  ]);

function groupBy(compiled: readonly CompiledGroup[]): string {
  const count = keysOf(compiled).length;
  return `GROUP BY ${Array.from({ length: count }, (_, index) => index + 1).join(', ')}`;
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

/** The parts of a question's measures: see `accumulators` of queries. */
function partsOf({ question: { measures, type }, tables, facts }: Place): Record<string, string> {
  const parts: Record<string, string> = { n: 'count(*)::DOUBLE' };
  measuredFields(measures).forEach((field, index) => {
    const { name, links } = columnOf(tables, type.name, field);
    const value = links ? `CASE WHEN t.r IN (SELECT r FROM ${links} WHERE v IS NOT NULL) THEN 1 END` : `t.${name}`;
    const functions = new Set(measures.filter((one) => one.field?.name === field.name).map(({ fn }) => fn));
    if (functions.has('count') || functions.has('avg')) parts[`c${index}`] = `count(${value})::DOUBLE`;
    if (functions.has('sum') || functions.has('avg')) {
      parts[`s${index}`] = `fsum(${value})`;
      if (mayCancel(field, facts)) parts[`sn${index}`] = `fsum(CASE WHEN ${value} < 0 THEN ${value} END)`;
    }
    if (functions.has('min')) parts[`lo${index}`] = `min(${value})::DOUBLE`;
    if (functions.has('max')) parts[`hi${index}`] = `max(${value})::DOUBLE`;
  });
  distinctMeasures(measures).forEach(({ field }, index) => {
    if (!field.many) parts[`d${index}`] = `count(DISTINCT t.${columnOf(tables, type.name, field).name})::DOUBLE`;
  });
  return parts;
}
