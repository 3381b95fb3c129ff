import type { AnswerRange, Field, Question, RecordType } from '@tallyhook/schemas';
import type { WeekStart } from '../dates/days.ts';
import type { Cycle, MeasureFunction, Unit } from '../grammar.ts';

/** A question that is ready to run: names are resolved to fields, days to dates, and defaults are filled in. */
export interface NormalizedQuestion {
  /** The question as a document; asked again on the same day, it gives the same answer. */
  document: Question;
  type: RecordType;
  filter: Filter;
  groups: Group[];
  measures: Measure[];
  /** Conditions on groups; the answer contains groups that meet all of them. */
  having: Having[];
  /** The requested order; the default order breaks ties. */
  sort: OrderStep[];
  limit: number;
  timezone: string;
  weekStart: WeekStart;
  ranges: AnswerRange[];
  askedAt: Date;
}

/** Which records match. A test of a list field matches if any value does. */
export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | Test | RelatedTest;

export type Test =
  | { field: Field; test: 'present' }
  | { field: Field; test: 'oneOf' | 'allOf'; values: StoredValue[] }
  | { field: Field; test: 'containing'; text: string; at?: 'start' | 'end' }
  | ({ field: Field; test: 'range' } & Bounds)
  | { field: Field; test: 'cycle'; unit: Cycle; at: number; timezone: string };

/** Matches a record if any record that its relation points to meets the test. */
export interface RelatedTest {
  /** Identifies the test within its question; no field has such a name. */
  name: string;
  via: Field;
  /** The record type that the relation points to. */
  target: string;
  related: Test;
}

/** At least one bound is set; all must hold. */
export interface Bounds {
  gt?: number | Date;
  gte?: number | Date;
  lt?: number | Date;
  lte?: number | Date;
}

/** A value as stored; record ids are in Extended JSON. */
export type StoredValue = string | number | boolean | { $oid: string };

export interface Group {
  name: string;
  field: Field;
  /** The relation to the records with the field; absent for the record's own fields. */
  via?: Relation;
  /** Always set for days and instants, and only for them. */
  unit?: Unit;
  /**
   * Set if periods without records get rows: the first and last one, if the filter bounds them. Every part of a cycle
   * gets a row.
   */
  fill?: Span;
  /** How many top values to show as groups. */
  top?: number;
  /** Whether the other values form one group. */
  other?: boolean;
  /** The top values. Replaces `top` once they are known. */
  keep?: (string | number | boolean | null)[];
  /** The keys of the related records, sorted by id, if these are few enough to load. */
  values?: KnownValues;
}

/** A group's keys for each related record. */
export type KnownValues = readonly (readonly [id: string, keys: readonly (string | number | boolean)[]])[];

export interface Relation {
  field: Field;
  target: string;
}

/** First and last day; for hours, instants in milliseconds since 1970. */
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

/** A condition on a group's measure, compared as the answer shows it. */
export interface Having {
  measure: string;
  isNot: boolean;
  bounds: Bounds;
}

/**
 * One step in comparing two groups; the first difference decides. Groups without a value come last in either direction.
 */
export type OrderStep =
  /** Whether the group's key is a value, the other values, or no value. */
  | { by: 'presence'; group: number }
  | { by: 'key'; group: number; direction: 1 | -1 }
  | { by: 'measure'; measure: string; direction: 1 | -1 }
  /** The measure over all rows of the first of two groups. Different values of its rows are added up. */
  | { by: 'total'; measure: string; direction: 1 | -1 };

/** Whether a record can be in several groups of this field. */
export const isMany = ({ field, via }: Pick<Group, 'field' | 'via'>): boolean =>
  (field.many ?? false) || (via?.field.many ?? false);
