import type { Answer, AnswerColumn, AnswerRow, RecordType } from '@tallyhook/schemas';
import { hasAllPeriods } from './all-periods.ts';
import { compareInTime } from './cycles.ts';
import type { Formats } from './formats.ts';
import { isPeriodKey, otherKey, type Key } from './group-keys.ts';
import { groupLabels, optionsOf } from './group-labels.ts';
import { leavesGroupsOut, leavesRowsOut, mayMissLargest } from './left-out.ts';
import { fillPeriods, findGaps } from './periods.ts';

/** What one bar, point or slice stands for. */
export interface Group {
  key: Key;
  label: string;
}

/** One line, or one part of each bar. `values` has one entry per group; null where there is nothing to show. */
export interface Series {
  key: Key;
  label: string;
  values: (number | null)[];
  /** The keys that `restKey` stands for. */
  rest?: Key[];
}

/** An answer as charts draw it. */
export interface Figures {
  groups: Group[];
  /** One where the answer has one grouping. */
  series: Series[];
  measure: AnswerColumn;
  /** The grouping of bars, points or slices; absent where the answer has none. */
  groupColumn: AnswerColumn | undefined;
  /** The grouping of the series; absent where there is one. */
  seriesColumn: AnswerColumn | undefined;
  /** Whether the groups are periods of time, in their order. */
  isOverTime: boolean;
  /** Which groups are no next period after the one before them: there are others between that nothing has a place for. */
  gaps: ReadonlySet<number>;
  /** Whether all periods are there that the question asks for, whether or not the answer has them. */
  isFilled: boolean;
  /** Whether the group without a value is the last one whatever it comes to, as it is where nobody asks for an order. */
  isEmptyLast: boolean;
  /** Whether values of several groups may be added up: numbers of records and sums may, averages may not. */
  addsUp: boolean;
  /** Whether a record can be in several groups: then no figure says what groups come to together. */
  groupsShareRecords: boolean;
  /** The same of the series. */
  seriesShareRecords: boolean;
  /** Whether there may be a group with a larger value that the answer does not have. */
  mayMissLargest: boolean;
  /** Whether there are more groups than the answer has. */
  isCut: boolean;
  /** Whether there may be groups that the answer does not have, for whatever reason. */
  leavesGroupsOut: boolean;
  /** The zone in which the periods begin. */
  timezone: string;
  /** The measure over every record. */
  overall: unknown;
}

/**
 * Reads an answer. Groups stand in the order of the answer, with the periods between that have no records: as 0 where
 * nothing means 0, else without a value. What the question leaves out has no value either: nobody knows what it comes to.
 * What is no period comes last and is never on a time line: all other groups, and records without a date.
 */
export function readFigures(answer: Answer, types: readonly RecordType[], formats: Formats): Figures {
  const { columns } = answer.meta;
  const [groupColumn, seriesColumn] = columns.filter(({ role }) => role === 'group');
  const measure = columns.find(({ role }) => role === 'measure')!;
  const isOverTime = groupColumn?.unit !== undefined;
  const found = groupColumn === undefined ? [] : keysOf(answer.rows, groupColumn.name);
  const { weekStart } = answer.meta.resolved;
  const unit = groupColumn?.unit;
  const keys = unit === undefined ? found : fillPeriods(found, unit, weekStart);
  const leavesOut = leavesGroupsOut(answer, found);
  const gaps = unit === undefined ? new Set<number>() : findGaps(keys, { unit, weekStart });
  const known = new Set(found);
  // Without a row, a group that is there has nothing; one that is not there may have anything.
  const withoutRow = (group: Key) =>
    leavesRowsOut(answer) || (leavesOut && !known.has(group)) ? null : valueOfNothing(measure);
  const seriesKeys = seriesColumn === undefined ? [null] : orderSeries(answer, seriesColumn, types);
  const nameIn = (column: AnswerColumn, some: readonly Key[]) => groupLabels(some, { column, answer, types, formats });
  const [nameGroup, nameSeries] = [
    groupColumn && nameIn(groupColumn, keys),
    seriesColumn && nameIn(seriesColumn, seriesKeys),
  ];
  const cells = new Map(
    answer.rows.map((row) => [cellOf(row, groupColumn, seriesColumn), numberOf(row[measure.name])]),
  );
  const series = seriesKeys.map((key) => ({
    key,
    label: nameSeries?.(key) ?? measure.label,
    values: keys.map((group) => cells.get(JSON.stringify([group, key])) ?? withoutRow(group)),
  }));
  return {
    groups: nameGroup === undefined ? [] : keys.map((key) => ({ key, label: nameGroup(key) })),
    series,
    measure,
    groupColumn,
    seriesColumn,
    isOverTime,
    gaps,
    isFilled: !leavesOut && seriesColumn?.unit === undefined && hasAllPeriods(keys, answer),
    isEmptyLast: (answer.meta.question.sort ?? []).length === 0,
    addsUp: measure.fn === 'count' || measure.fn === 'sum',
    groupsShareRecords: sharesRecords(answer, groupColumn),
    seriesShareRecords: sharesRecords(answer, seriesColumn),
    mayMissLargest: mayMissLargest(answer, measure),
    isCut: answer.meta.groups.truncated,
    leavesGroupsOut: leavesOut,
    timezone: answer.meta.resolved.timezone,
    overall: answer.overall[measure.name],
  };
}

function sharesRecords({ meta }: Answer, column: AnswerColumn | undefined): boolean {
  return column !== undefined && meta.overlap.includes(column.name);
}

/** What a measure comes to where there are no records. */
const valueOfNothing = ({ fn }: AnswerColumn): 0 | null =>
  fn === 'count' || fn === 'sum' || fn === 'distinct' ? 0 : null;

/**
 * The rows of a table: those of one group together, and of an answer by one period with the periods that have no records,
 * as a chart has them.
 */
export function rowsOfTable(answer: Answer): AnswerRow[] {
  const rows = togetherByFirstGroup(answer);
  const { columns, question } = answer.meta;
  const [column, other] = columns.filter(({ role }) => role === 'group');
  if (column?.unit === undefined || other || question.sort !== undefined) return rows;
  const byKey = new Map(rows.map((row) => [keyIn(row, column.name), row]));
  if (leavesGroupsOut(answer, [...byKey.keys()])) return rows;
  const nothing = columns
    .filter(({ role }) => role === 'measure')
    .map((measure) => [measure.name, valueOfNothing(measure)] as const);
  const empty = (key: Key): AnswerRow => ({ ...Object.fromEntries(nothing), key: { [column.name]: key } });
  return fillPeriods([...byKey.keys()], column.unit, answer.meta.resolved.weekStart).map(
    (key) => byKey.get(key) ?? empty(key),
  );
}

/**
 * Whether a table by one period has all of them that the question asks for, whether or not the answer has them. Of two
 * groupings it has a row for what the answer has alone, where a chart has a place for each group in every period.
 */
export function isTableFilled(answer: Answer, rows: readonly AnswerRow[]): boolean {
  const [column, other] = answer.meta.columns.filter(({ role }) => role === 'group');
  if (column === undefined || other !== undefined) return false;
  const keys = rows.map((row) => keyIn(row, column.name));
  return !leavesGroupsOut(answer, keys) && hasAllPeriods(keys, answer);
}

/** The rows in the order of the answer, but those of one group together: in an answer with two groupings they are not. */
function togetherByFirstGroup({ rows, meta }: Answer): AnswerRow[] {
  const [column, other] = meta.columns.filter(({ role }) => role === 'group');
  if (column === undefined || other === undefined) return rows;
  return [...Map.groupBy(rows, (row) => keyIn(row, column.name)).values()].flat();
}

function cellOf(row: AnswerRow, group: AnswerColumn | undefined, series: AnswerColumn | undefined): string {
  return JSON.stringify([group, series].map((column) => (column === undefined ? null : keyIn(row, column.name))));
}

/** The key of a row in one grouping. */
export function keyIn({ key, other }: AnswerRow, name: string): Key {
  return other === true && !Object.hasOwn(key, name) ? otherKey : (key[name] ?? null);
}

function keysOf(rows: readonly AnswerRow[], name: string): Key[] {
  const keys = new Set(rows.map((row) => keyIn(row, name)));
  // What is several groups stands after those that are one.
  return keys.delete(otherKey) ? [...keys, otherKey] : [...keys];
}

/** Periods as time goes, choices as their type lists them, all else as the answer has them; without a value comes last. */
function orderSeries(answer: Answer, column: AnswerColumn, types: readonly RecordType[]): Key[] {
  const keys = keysOf(answer.rows, column.name);
  const options = optionsOf(answer, column, types).map(({ value }) => value);
  const rank = (key: Key) => {
    if (key === null) return Infinity;
    if (key === otherKey) return options.length + 1;
    const at = options.indexOf(String(key));
    return at < 0 ? options.length : at;
  };
  const { unit } = column;
  const { weekStart } = answer.meta.resolved;
  const inTime = (a: Key, b: Key) =>
    unit !== undefined && isPeriodKey(a) && isPeriodKey(b) ? compareInTime(a, b, { unit, weekStart }) : 0;
  return keys.sort((a, b) => (rank(a) === rank(b) ? inTime(a, b) : rank(a) - rank(b)));
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
