import type { AnswerRange, Field, Question, RecordType } from '@tallyhook/schemas';
import type { WeekStart } from '../dates/days.ts';
import type { Cycle, MeasureFunction, Unit } from '../grammar.ts';

/** A question that can be run: every name is a field, every day a date, everything left out is filled in. */
export interface NormalizedQuestion {
  /** The same as a question document: asked again on the same day, it gives the same. */
  document: Question;
  type: RecordType;
  filter: Filter;
  groups: Group[];
  measures: Measure[];
  /** A group is in the answer when it meets all of them. */
  having: Having[];
  /** What groups are ordered by before the order that they have anyway. */
  sort: OrderStep[];
  limit: number;
  timezone: string;
  weekStart: WeekStart;
  ranges: AnswerRange[];
  askedAt: Date;
}

/** Which records match. A test of a field of many is met when one of its values meets it. */
export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | Test | RelatedTest;

export type Test =
  | { field: Field; test: 'present' }
  | { field: Field; test: 'oneOf' | 'allOf'; values: StoredValue[] }
  | { field: Field; test: 'containing'; text: string; at?: 'start' | 'end' }
  | ({ field: Field; test: 'range' } & Bounds)
  | { field: Field; test: 'cycle'; unit: Cycle; at: number; timezone: string };

/** Met by a record when one of those that its relation points to meets the test. */
export interface RelatedTest {
  /** Tells the tests of one question apart; no field is called so. */
  name: string;
  via: Field;
  /** The record type that the relation points to. */
  target: string;
  related: Test;
}

/** At least one of them; both hold. */
export interface Bounds {
  gt?: number | Date;
  gte?: number | Date;
  lt?: number | Date;
  lte?: number | Date;
}

/** A value as the database has it; the id of a record is written as Extended JSON. */
export type StoredValue = string | number | boolean | { $oid: string };

export interface Group {
  name: string;
  field: Field;
  /** The relation whose records have the field; absent where the field is the record's own. */
  via?: Relation;
  /** Always there for a day or an instant, never for anything else. */
  unit?: Unit;
  /** There where periods without records have rows: the first and the last one, as far as the filter says. Of a cycle, all have. */
  fill?: Span;
  /** How many values have groups of their own. */
  top?: number;
  /** Whether all other values are one group. */
  other?: boolean;
  /** Which values those are; once that is known, `top` is not there any more. */
  keep?: (string | number | boolean | null)[];
  /** The keys of the related records by their ids, in the order of these, where they are few enough to be known. */
  values?: KnownValues;
}

/** The keys that a group has for each related record. */
export type KnownValues = readonly (readonly [id: string, keys: readonly (string | number | boolean)[]])[];

export interface Relation {
  field: Field;
  target: string;
}

/** From the first to the last day; of hours from the first to the last instant, in milliseconds since 1970. */
export interface Span {
  first?: number;
  last?: number;
}

export interface Measure {
  name: string;
  fn: MeasureFunction;
  /** Absent for the number of records. */
  field?: Field;
}

/** What a measure of a group must be, as the answer shows it. */
export interface Having {
  measure: string;
  isNot: boolean;
  bounds: Bounds;
}

/** One step in comparing two groups; the first that tells them apart decides. No value comes last, whatever the direction. */
export type OrderStep =
  /** Whether the key of the group at this place is a value, all other values, or none. */
  | { by: 'presence'; group: number }
  | { by: 'key'; group: number; direction: 1 | -1 }
  | { by: 'measure'; measure: string; direction: 1 | -1 };

/** Whether a record can be in several groups of this field. */
export const isMany = ({ field, via }: Pick<Group, 'field' | 'via'>): boolean =>
  (field.many ?? false) || (via?.field.many ?? false);
