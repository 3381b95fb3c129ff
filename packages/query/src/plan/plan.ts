import type { Field } from '@tallyhook/schemas';
import type { Read } from './read.ts';
import type { Key } from '../answer/keys.ts';
import type { Measure, NormalizedQuestion } from '../normalize/normalized-question.ts';

/**
 * How a question is answered, as data that can be printed. `counted` reads one number; `looking` finds out in indexes
 * which groups there are and reads those that it takes for granted, and `indexed` then reads the others there; `folded` groups by what lies in the records and
 * leaves the rest to `assembleAnswer`; `general` lets the database do everything.
 */
export interface Plan {
  maker: 'counted' | 'looking' | 'indexed' | 'folded' | 'general';
  question: NormalizedQuestion;
  reads: Read[];
  /** For each group of the question, what its keys are when they come back. */
  keyForms: KeyForm[];
  /** When a read gives more rows than this, its result is not whole and the general plan has to be used. */
  mostRows?: number;
  /** Whether the key of a row is the key of its only group itself, not an object that holds it. */
  isBareKey?: boolean;
  /** The groups of an indexed plan. The one without a read is what the others leave. */
  cells?: PlannedCell[];
}

/** One group, or pair of groups, that is read apart. */
export interface PlannedCell {
  keys: readonly Key[];
  /** The id of its read. */
  read?: string;
}

/** `stored`: the value, or list of values, of a record; `instant`: one within the period; `period`: its first day as a date in UTC. */
export type KeyForm = 'stored' | 'instant' | 'period';

/** The reads of a plan by what they give. */
export const readIds = {
  /** The number of records. */
  records: 'records',
  /** Groups with the parts of their measures. */
  groups: 'groups',
  /** The parts of the measures over everything. */
  overall: 'overall',
  /** The values of a group that there are; beside a period, its first and last date by value. */
  values: 'values',
  first: 'first',
  last: 'last',
  /** The first and last date of what has no value. */
  span: 'span',
  /** One group of an indexed plan, by its keys: guessed or found, it is the same read. */
  cell: (keys: readonly Key[]) => `cell${JSON.stringify(keys)}`,
  /** The values of the related records that a group is made of, by their ids. */
  related: (group: number) => `related${group}`,
  /** For the distinct measure at a place: how many different values each group has. */
  different: (index: number) => `different${index}`,
  /** The same over everything. */
  overallDifferent: (index: number) => `overallDifferent${index}`,
} as const;

/** The fields whose values are counted, added or compared, each once; parts of measures are numbered by them. */
export function measuredFields(measures: readonly Measure[]): Field[] {
  const fields = measures.filter(({ fn }) => fn !== 'distinct').flatMap(({ field }) => field ?? []);
  return fields.filter((field, index) => fields.findIndex(({ name }) => name === field.name) === index);
}

/** The number of a measured field; -1 where its values are not measured. */
export const measuredPlace = (field: Field, measures: readonly Measure[]): number =>
  measuredFields(measures).findIndex(({ name }) => name === field.name);

/**
 * Whether values of another kind would be mistaken for the field's: they are not counted, and among all types numbers
 * are the least that has a size and dates the greatest. Sums leave out what is no number anyway.
 */
export function needsPresence({ name, kind }: Field, measures: readonly Measure[]): boolean {
  return measures.some(({ fn, field }) => {
    if (field?.name !== name) return false;
    return fn === 'count' || fn === 'avg' || fn === (kind === 'number' ? 'max' : 'min');
  });
}

/** The measures that count different values. */
export const distinctMeasures = (measures: readonly Measure[]): (Measure & { field: Field })[] =>
  measures.filter((measure): measure is Measure & { field: Field } => measure.fn === 'distinct');

/** Members `<letter>0`, `<letter>1` and so on, one for each item. */
export function numbered<Item>(
  letter: string,
  items: readonly Item[],
  write: (item: Item, index: number) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(items.map((item, index) => [`${letter}${index}`, write(item, index)]));
}
