import type { Answer, AnswerColumn, AnswerRow, RecordType } from '@tallyhook/schemas';
import { hasAllPeriods } from './all-periods.ts';
import { compareInTime } from './cycles.ts';
import type { Formats } from './formats.ts';
import { isPeriodKey, otherKey, type Key } from './group-keys.ts';
import { groupLabels, optionsOf } from './group-labels.ts';
import { leavesGroupsOut, leavesRowsOut, canMissLargest } from './left-out.ts';
import { fillPeriods, findGaps } from './periods.ts';
import { sumOf } from './stack.ts';

/** One bar, point or slice. */
export interface Group {
  key: Key;
  label: string;
}

/** One line, or one part of each bar. `values` has one entry per group; null where there is nothing to show. */
export interface Series {
  key: Key;
  label: string;
  values: (number | null)[];
  /** The keys combined under `restKey`. */
  rest?: Key[];
}

/** The sizes of groups and of series, by key. */
export interface Sizes {
  groups: ReadonlyMap<Key, number>;
  series: ReadonlyMap<Key, number>;
}

/** An answer in the form that charts draw. */
export interface Figures {
  groups: Group[];
  /** Exactly one if the answer has a single grouping. */
  series: Series[];
  measure: AnswerColumn;
  /** The grouping of bars, points or slices; undefined without grouping. */
  groupColumn: AnswerColumn | undefined;
  /** The grouping of the series; undefined if there is only one. */
  seriesColumn: AnswerColumn | undefined;
  /** Whether the groups are periods in time order. */
  isOverTime: boolean;
  /**
   * Indexes of groups that do not directly follow the period before them; the periods between have no place in the
   * chart.
   */
  gaps: ReadonlySet<number>;
  /** Whether every period the question asks for is present, including those that the answer lacks. */
  isFilled: boolean;
  /** Whether the group without a value comes last regardless of its size, as in the default order. */
  isEmptyLast: boolean;
  /** Whether values can be summed across groups: counts and sums can, averages cannot. */
  addsUp: boolean;
  /** Whether a record can be in several groups; then no total across groups is valid. */
  groupsShareRecords: boolean;
  /** The same for the series. */
  seriesShareRecords: boolean;
  /** Whether the values of a group's series add up to its total: not if they share records, or some may be cut off. */
  hasTotals: boolean;
  /** Whether a group with a larger value may be missing from the answer. */
  canMissLargest: boolean;
  /** Whether the answer was truncated. */
  isCut: boolean;
  /** Whether groups may be missing from the answer for any reason. */
  leavesGroupsOut: boolean;
  /** The time zone of the periods. */
  timezone: string;
  /** The measure over all records. */
  overall: unknown;
  /** The sizes that decide which groups and series come first, if not those of this answer alone. */
  sizes?: Sizes | undefined;
}

/**
 * Converts an answer. Groups keep the answer's order, with empty periods filled in: as 0 for measures that are 0 without
 * records, otherwise as null. Periods that the question excludes are null, because their value is unknown.
 * Groups that are not periods, "all others" and records without a date, come last and are never on a time line.
 */
export function readFigures(answer: Answer, types: readonly RecordType[], formats: Formats): Figures {
  const { columns } = answer.meta;
  const [groupColumn, seriesColumn] = columns.filter(({ role }) => role === 'group');
  const measure = columns.find(({ role }) => role === 'measure')!;
  const isOverTime = groupColumn?.unit !== undefined;
  const found = groupColumn === undefined ? [] : keysOf(togetherByFirstGroup(answer), groupColumn.name);
  const { weekStart } = answer.meta.resolved;
  const unit = groupColumn?.unit;
  const keys = unit === undefined ? found : fillPeriods(found, unit, weekStart);
  const leavesOut = leavesGroupsOut(answer, found);
  const gaps = unit === undefined ? new Set<number>() : findGaps(keys, { unit, weekStart });
  const known = new Set(found);
  // A missing row means "no records" for a group that is present; for any other group the value is unknown.
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
    values: keys.map((group) => {
      const value = cells.get(JSON.stringify([group, key]));
      return value === undefined ? withoutRow(group) : value;
    }),
  }));
  const seriesShareRecords = sharesRecords(answer, seriesColumn);
  const hasTotals = addsUp(measure) && !seriesShareRecords && answer.meta.groups.partial !== true;
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
    addsUp: addsUp(measure),
    groupsShareRecords: sharesRecords(answer, groupColumn),
    seriesShareRecords,
    hasTotals,
    canMissLargest: canMissLargest(answer, { measure, hasTotals }),
    isCut: answer.meta.groups.truncated,
    leavesGroupsOut: leavesOut,
    timezone: answer.meta.resolved.timezone,
    overall: answer.overall[measure.name],
  };
}

function sharesRecords({ meta }: Answer, column: AnswerColumn | undefined): boolean {
  return column !== undefined && meta.overlap.includes(column.name);
}

const addsUp = ({ fn }: AnswerColumn): boolean => fn === 'count' || fn === 'sum';

/** The value of a measure over no records. */
export const valueOfNothing = ({ fn }: AnswerColumn): 0 | null =>
  fn === 'count' || fn === 'sum' || fn === 'distinct' ? 0 : null;

/**
 * The rows of a table, grouped by the first grouping. For a single grouping by period, empty periods are filled in as
 * in a chart.
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
 * Whether a table with a single grouping by period has every period that the question asks for, including those that
 * the answer lacks. With two groupings a table only has the answer's rows, while a chart has a place for each group in
 * each period.
 */
export function isTableFilled(answer: Answer, rows: readonly AnswerRow[]): boolean {
  const [column, other] = answer.meta.columns.filter(({ role }) => role === 'group');
  if (column === undefined || other !== undefined) return false;
  const keys = rows.map((row) => keyIn(row, column.name));
  return !leavesGroupsOut(answer, keys) && hasAllPeriods(keys, answer);
}

/**
 * The answer's rows, stably reordered so that rows of the same first group are adjacent; with two groupings they may
 * not be. By default periods are in time order, so groups that periods split are put in the order of their totals.
 */
function togetherByFirstGroup(answer: Answer): AnswerRow[] {
  const [column, other] = answer.meta.columns.filter(({ role }) => role === 'group');
  if (column === undefined || other === undefined) return answer.rows;
  const wholes = [...Map.groupBy(answer.rows, (row) => keyIn(row, column.name)).values()];
  const measure = answer.meta.columns.find(({ role }) => role === 'measure')!;
  const isUsual = (answer.meta.question.sort ?? []).length === 0;
  const isByTime = isUsual && column.unit === undefined && other.unit !== undefined;
  if (!isByTime || !addsUp(measure) || sharesRecords(answer, other)) return wholes.flat();
  const totalOf = (rows: AnswerRow[]) => {
    const key = keyIn(rows[0]!, column.name);
    // Groups without a value and "all others" keep their places at the end.
    return key === null || key === otherKey ? -Infinity : sumOf(rows.map((row) => numberOf(row[measure.name]) ?? 0));
  };
  const totals = new Map(wholes.map((rows) => [rows, totalOf(rows)]));
  return wholes.sort((a, b) => (totals.get(a) === totals.get(b) ? 0 : totals.get(b)! - totals.get(a)!)).flat();
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
  // Combined groups come after single groups.
  return keys.delete(otherKey) ? [...keys, otherKey] : [...keys];
}

/**
 * Periods in time order, options in the order of their type, everything else in the answer's order; "no value" comes
 * last.
 */
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
