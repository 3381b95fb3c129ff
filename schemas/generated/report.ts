// Made from report.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * Which records count; without it, all. At most 4 levels and 50 conditions.
 */
export type QuestionFilter = QuestionAnd | QuestionOr | QuestionNot | QuestionCondition;
/**
 * One condition, or several that are joined.
 */
export type QuestionFilter1 = QuestionAnd | QuestionOr | QuestionNot | QuestionCondition;
export type QuestionFieldName = string;
/**
 * One value; a list for `in`, `nin`, `has`, `hasAll`, `hasNone`; two values for `between`, both included; none for `empty` and `nempty`. A day is `YYYY-MM-DD`, `today`, `-30d` (also `minus-30-d`), `+2w`, or `startOfMonth` with or without an offset, as in `startOfMonth-1month`. An instant also takes ISO 8601 with a zone, where the operator is `gt`, `gte`, `lt`, `lte` or `between`.
 */
export type QuestionOperand = QuestionScalar | QuestionScalar[];
export type QuestionScalar = string | number | boolean;
/**
 * What the answer calls the group or the measure; if not given, the field, `count`, or function and field as in `sum_estimate`.
 */
export type QuestionColumnName = string;
/**
 * What the records are grouped by, and what splits each group again. Without it `rows` is empty and `overall` has the answer.
 *
 * @maxItems 2
 */
export type GroupBy = QuestionGroup[];
/**
 * What is measured; only `count` works without.
 */
export type QuestionFieldName1 = string;

/**
 * A question asked of the records of one type, and the chart that shows its answer. Without `chart` it is a question with one measure.
 */
export interface Report {
  /**
   * Where the schema of this file is, for editors.
   */
  $schema?: string;
  /**
   * The record type that is asked about.
   */
  type: string;
  /**
   * How the answer is drawn.
   */
  chart: 'bars' | 'line' | 'pie' | 'number' | 'table';
  filter?: QuestionFilter;
  groupBy?: GroupBy;
  /**
   * The one measure; without it, the number of records.
   *
   * @minItems 1
   * @maxItems 1
   */
  measures?: QuestionMeasure[];
  /**
   * The most groups that the answer has; 1000 if not given.
   */
  limit?: number;
  /**
   * The IANA time zone in which instants have their day, such as `America/New_York`; if not given, the branch's.
   */
  timezone?: string;
  /**
   * The day on which a week begins; if not given, the branch's.
   */
  weekStart?: 'monday' | 'sunday' | 'saturday';
}
/**
 * Records that meet all of the conditions; none is no filter.
 */
export interface QuestionAnd {
  /**
   * @maxItems 50
   */
  and: QuestionFilter1[];
}
/**
 * Records that meet at least one of the conditions.
 */
export interface QuestionOr {
  /**
   * @minItems 1
   * @maxItems 50
   */
  or: QuestionFilter1[];
}
/**
 * Records that do not meet the condition, those without a value included.
 */
export interface QuestionNot {
  not: QuestionFilter1;
}
/**
 * What one field of a record must be.
 */
export interface QuestionCondition {
  field: QuestionFieldName;
  /**
   * `ne`, `nin` and `hasNone` keep records without a value; `contains` takes capital and small letters as the same; `has` and `hasNone` of a relation need no value: they then ask for any record at all.
   */
  op:
    | 'eq'
    | 'ne'
    | 'in'
    | 'nin'
    | 'gt'
    | 'gte'
    | 'lt'
    | 'lte'
    | 'between'
    | 'contains'
    | 'has'
    | 'hasAll'
    | 'hasNone'
    | 'empty'
    | 'nempty';
  value?: QuestionOperand;
}
/**
 * A field whose values make the groups. Of a field that holds a list, a record is in the group of each of its values.
 */
export interface QuestionGroup {
  field: QuestionFieldName;
  /**
   * For a day or an instant: the period; `day` if not given.
   */
  unit?: 'day' | 'week' | 'month' | 'quarter' | 'year';
  as?: QuestionColumnName;
}
/**
 * What is counted.
 */
export interface QuestionMeasure {
  /**
   * `count` without a field is the number of records, with one the number of those that have a value in it; `distinct` is the number of different values.
   */
  fn: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct';
  field?: QuestionFieldName1;
  as?: QuestionColumnName;
}
