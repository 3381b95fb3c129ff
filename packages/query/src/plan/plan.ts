import type { Field } from '@tallyhook/schemas';
import type { Read } from './read.ts';
import type { Key } from '../answer/keys.ts';
import type { Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';

/**
 * How to answer a question, as printable data. `counted` reads one number. `looking` finds the groups in indexes and
 * already reads the expected ones; `indexed` then reads the others. `folded` groups by stored values and leaves the
 * rest to `assembleAnswer`. `general` lets the database do everything.
 */
export interface Plan {
  maker: 'counted' | 'looking' | 'indexed' | 'folded' | 'general';
  question: NormalizedQuestion;
  reads: Read[];
  /** The form of each group's keys in the results. */
  keyForms: KeyForm[];
  /** If a read returns more rows, the result is incomplete and the general plan must be used. */
  maxRows?: number;
  /** Whether a row's `_id` is the key of its only group, not an object with that key. */
  isBareKey?: boolean;
  /** The groups of an indexed plan. The one without a read has the remaining records. */
  cells?: PlannedCell[];
}

/** One group, or pair of groups, with its own read. */
export interface PlannedCell {
  keys: readonly Key[];
  /** The id of its read. */
  read?: string;
}

/**
 * `stored`: a record's value or list of values; `instant`: an instant within the period; `period`: the period's first
 * day as a date in UTC.
 */
export type KeyForm = 'stored' | 'instant' | 'period';

/** Ids of a plan's reads. */
export const readIds = {
  /** The number of records. */
  records: 'records',
  /** Groups with their measures' parts. */
  groups: 'groups',
  /** Parts of the overall measures. */
  overall: 'overall',
  /** The existing values of a group. With a period, `first` and `last` are each value's first and last date. */
  values: 'values',
  first: 'first',
  last: 'last',
  /** First and last date of records without a value. */
  span: 'span',
  /** One group of an indexed plan. A guessed group has the same id as a found one. */
  cell: (keys: readonly Key[]) => `cell${JSON.stringify(keys)}`,
  /** Values of a group's related records, by id. */
  related: (group: number) => `related${group}`,
  /** Counts of distinct values by group, for the distinct measure at an index. */
  different: (index: number) => `different${index}`,
  /** The same overall. */
  overallDifferent: (index: number) => `overallDifferent${index}`,
} as const;

/** The measured fields of questions, which are asked for with every row. */
const measured = new WeakMap<readonly Measure[], readonly Field[]>();

/** Fields whose values are counted, added or compared, without duplicates. Parts of measures are numbered by them. */
export function measuredFields(measures: readonly Measure[]): readonly Field[] {
  const known = measured.get(measures);
  if (known) return known;
  const fields = measures.filter(({ fn }) => fn !== 'distinct').flatMap(({ field }) => field ?? []);
  const found = fields.filter((field, index) => fields.findIndex(({ name }) => name === field.name) === index);
  measured.set(measures, found);
  return found;
}

/** Whether only records are counted, whatever values they have. */
export const countsRecords = (measures: readonly Measure[]): boolean =>
  measures.every(({ fn, field }) => fn === 'count' && field === undefined);

/** The index of a measured field; -1 if it is not measured. */
export const measuredPlace = (field: Field, measures: readonly Measure[]): number =>
  measuredFields(measures).findIndex(({ name }) => name === field.name);

/**
 * Whether values of other kinds would distort a measure: they must not be counted, and as numbers come first and dates
 * last in the order of types, they would be the maximum of numbers or the minimum of dates. Sums ignore them anyway.
 */
export function needsPresence({ name, kind }: Field, measures: readonly Measure[]): boolean {
  return measures.some(({ fn, field }) => {
    if (field?.name !== name) return false;
    return fn === 'count' || fn === 'avg' || fn === (kind === 'number' ? 'max' : 'min');
  });
}

/** Measures that count distinct values. */
export const distinctMeasures = (measures: readonly Measure[]): (Measure & { field: Field })[] =>
  measures.filter((measure): measure is Measure & { field: Field } => measure.fn === 'distinct');

/** An object with keys `<letter>0`, `<letter>1` and so on, one per item. */
export function numbered<Item>(
  letter: string,
  items: readonly Item[],
  write: (item: Item, index: number) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item, index) => [`${letter}${index}`, write(item, index)]));
}
