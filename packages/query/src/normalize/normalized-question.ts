import type { AnswerRange, Field, Question, RecordType } from '@tallyhook/schemas';
import type { WeekStart } from '../dates/days.ts';
import type { MeasureFunction, Unit } from '../grammar.ts';

/** A question that can be run: every name is a field, every day a date, everything left out is filled in. */
export interface NormalizedQuestion {
  /** The same as a question document: asked again on the same day, it gives the same. */
  document: Question;
  type: RecordType;
  filter: Filter;
  groups: Group[];
  measures: Measure[];
  limit: number;
  timezone: string;
  weekStart: WeekStart;
  ranges: AnswerRange[];
  askedAt: Date;
}

/** Which records match. A test of a field of many is met when one of its values meets it. */
export type Filter = { all: Filter[] } | { any: Filter[] } | { not: Filter } | Test;

export type Test =
  | { field: Field; test: 'present' }
  | { field: Field; test: 'oneOf' | 'allOf'; values: StoredValue[] }
  | { field: Field; test: 'containing'; text: string }
  | ({ field: Field; test: 'range' } & Bounds);

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
  /** Always there for a day or an instant, never for anything else. */
  unit?: Unit;
}

export interface Measure {
  name: string;
  fn: MeasureFunction;
  /** Absent for the number of records. */
  field?: Field;
}
