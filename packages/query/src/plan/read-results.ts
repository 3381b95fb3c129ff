import type { Field } from '@tallyhook/schemas';
import type { Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';
import type { ReadDocument, ReadResults } from './read.ts';
import { distinctMeasures, measuredFields, needsPresence, readIds, type Plan } from './plan.ts';
import { addCell, emptyCell, emptyParts, type Cell, type Measured, type ValueParts } from '../answer/cell.ts';
import { createKeyReader } from './group-keys.ts';
import type { GroupKey } from '../answer/keys.ts';
import { readIndexed } from './read-indexed.ts';
import type { Table, TableGroup } from '../answer/table.ts';

/** Whether the results are complete: every read ran, and none returned more rows than the plan allows. */
export function isWhole({ reads, maxRows = Infinity }: Plan, results: ReadResults): boolean {
  return reads.every(({ id }) => {
    const result = results[id];
    return result !== undefined && (result.kind !== 'aggregate' || result.rows.length <= maxRows);
  });
}

/** Builds the groups from a plan's results. */
export function readTable(plan: Plan, results: ReadResults): Table {
  if (plan.maker === 'counted') {
    return { groups: [], total: 0, overall: { ...emptyCell(plan.question.measures), count: countOf(results) } };
  }
  if (plan.maker === 'indexed') return readIndexed(plan, results);
  return plan.maker === 'folded' ? readFolded(plan, results) : readGeneral(plan, results);
}

function readFolded(plan: Plan, results: ReadResults): Table {
  const { measures, groups } = plan.question;
  const found = createGroups(plan, results);
  for (const row of rowsOf(results, readIds.groups)) {
    const cell = foldedCell(row, plan);
    const id = plan.isBareKey ? { g0: row._id } : idOf(row);
    for (const group of found.of(id)) addCell(group.cell, cell);
  }
  const overall = foldedOverall(plan, results);
  distinctMeasures(measures).forEach((_, index) => {
    overall.different[index] = Number(rowsOf(results, readIds.overallDifferent(index))[0]?.n ?? 0);
    for (const row of rowsOf(results, readIds.different(index))) {
      const id = idOf(row);
      if (id.everything === true) overall.different[index] = Number(row.n);
      else for (const group of found.ofClean(id)) group.cell.different[index] = Number(row.n);
    }
  });
  const all = groups.length === 0 ? [] : found.all();
  return { groups: all, total: all.length, overall };
}

/** The separately read overall, or the sum of the groups. */
function foldedOverall(plan: Plan, results: ReadResults): Cell {
  const overall = emptyCell(plan.question.measures);
  const apart = results[readIds.overall];
  if (apart?.kind === 'count') return { ...overall, count: apart.count };
  for (const row of rowsOf(results, apart ? readIds.overall : readIds.groups)) addCell(overall, foldedCell(row, plan));
  return overall;
}

function readGeneral(plan: Plan, results: ReadResults): Table {
  const { measures } = plan.question;
  const [picked] = rowsOf(results, readIds.groups);
  const found = createGroups(plan, results);
  const first = (picked?.first ?? []) as ReadDocument[];
  const isWhole = first.length === Number(picked?.all ?? 0);
  for (const row of first)
    for (const group of found.ofClean(idOf(row))) {
      group.cell = generalCell(row, plan);
      if (!isWhole) group.totals = totalsOf(row, measures);
    }
  const [overall] = rowsOf(results, readIds.overall);
  return {
    groups: found.all(),
    total: Number(picked?.total ?? 0),
    all: Number(picked?.all ?? 0),
    overall: overall === undefined ? emptyCell(measures) : generalCell(overall, plan),
  };
}

/** Rows of another engine, in the form of the general plan: clean keys in `_id`, and the parts of measures. */
export interface CleanRows {
  groups: readonly ReadDocument[];
  /** All records; absent if the groups add up to it. */
  overall?: ReadDocument | undefined;
}

/** Builds the table from all groups of a question. */
export function tableOfRows(question: NormalizedQuestion, { groups: rows, overall }: CleanRows): Table {
  const plan = { question, keyForms: [] };
  const found = createGroups(plan, {});
  for (const row of rows) for (const group of found.ofClean(idOf(row))) group.cell = generalCell(row, plan);
  const groups = found.all();
  const whole = emptyCell(question.measures);
  for (const { cell } of groups) addCell(whole, cell);
  return { groups, total: groups.length, overall: overall ? generalCell(overall, plan) : whole };
}

/** Groups by key, created on first use. */
function createGroups(plan: Pick<Plan, 'question' | 'keyForms'>, results: ReadResults) {
  const groups = new Map<string, TableGroup>();
  const { measures } = plan.question;
  const readKeys = createKeyReader(plan, results);
  const groupOf = (keys: readonly GroupKey[]): TableGroup => {
    const name = JSON.stringify(keys);
    const known = groups.get(name);
    if (known) return known;
    const group = { keys, cell: emptyCell(measures) };
    groups.set(name, group);
    return group;
  };
  return {
    /** Groups of a raw key. */
    of: (id: ReadDocument) => readKeys(id, false).map(groupOf),
    /** Groups of a key cleaned by the database. */
    ofClean: (id: ReadDocument) => readKeys(id, true).map(groupOf),
    all: () => [...groups.values()],
  };
}

/**
 * Reads a row of a folded plan. Flags in its key say whether its values are all of their field's kind, and whether all
 * are negative.
 */
function foldedCell(row: ReadDocument, { question: { measures } }: Plan): Cell {
  const count = Number(row.n ?? 0);
  const id = idOf(row);
  const values = measuredFields(measures).map((field, index) => {
    if (needsPresence(field, measures) && id[`p${index}`] !== true) return emptyParts();
    const parts = partsOf(row, index, field, needsPresence(field, measures) ? count : 0);
    return id[`q${index}`] === false ? { ...parts, negative: parts.sum } : parts;
  });
  return { count, values, different: [] };
}

function generalCell(row: ReadDocument, { question: { measures } }: Pick<Plan, 'question'>): Cell {
  return {
    count: Number(row.n),
    values: measuredFields(measures).map((field, index) => partsOf(row, index, field, Number(row[`c${index}`]))),
    different: distinctMeasures(measures).map((_, index) => Number(row[`d${index}`])),
  };
}

/** Measures over all rows of the first group, as they are compared: dates as text. */
function totalsOf(row: ReadDocument, measures: readonly Measure[]): Record<string, Measured> {
  const totals = measures.flatMap(({ name }, index): [string, Measured][] => {
    const total = row[`t${index}`];
    if (total === undefined) return [];
    return [[name, total === null ? null : total instanceof Date ? total.toISOString() : Number(total)]];
  });
  return Object.fromEntries(totals);
}

function partsOf(row: ReadDocument, index: number, { kind }: Field, count: number): ValueParts {
  const extreme = (name: string) => {
    const value = row[name];
    const isOfKind = kind === 'number' ? typeof value === 'number' : value instanceof Date;
    return isOfKind ? (value as number | Date) : undefined;
  };
  const added = (name: string): number => Number(row[name] ?? 0);
  const sums = { sum: added(`s${index}`), rest: 0, negative: added(`sn${index}`) };
  return { count, ...sums, low: extreme(`lo${index}`), high: extreme(`hi${index}`) };
}

const idOf = (row: ReadDocument): ReadDocument => (row._id ?? {}) as ReadDocument;

function rowsOf(results: ReadResults, id: string): ReadDocument[] {
  const result = results[id];
  return result?.kind === 'aggregate' ? result.rows : [];
}

function countOf(results: ReadResults): number {
  const result = results[readIds.records];
  return result?.kind === 'count' ? result.count : 0;
}
