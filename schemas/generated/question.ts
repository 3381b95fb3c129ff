// Made from question.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * A question asked of all records of one type. Fields are called as GraphQL calls them. What a field allows depends on its kind: `/api/query/fields` lists it.
 */
export interface Question {
  /**
   * The record type that is asked about.
   */
  type: string;
  /**
   * Which records count; without it, all. At most 4 levels, besides an `and` around all, and 50 conditions; one more for each of the two groupings that the question has not, so that the key of a group can be sent back.
   */
  filter?: QuestionFilter;
  /**
   * What the records are grouped by, and what splits each group again. Without it `rows` is empty and `overall` has the answer.
   *
   * @maxItems 2
   */
  groupBy?: QuestionGroup[];
  /**
   * What is counted in each group and over everything; without it, the number of records.
   *
   * @minItems 1
   * @maxItems 5
   */
  measures?: QuestionMeasure[];
  /**
   * Which groups the answer has: those that meet all of the conditions. It needs `groupBy`. `overall` counts every record all the same.
   *
   * @maxItems 10
   */
  having?: QuestionHaving[];
  /**
   * The order of the groups; what it leaves open is ordered as without it: periods as time goes, then by the first measure from the largest, then by value. No value comes last.
   *
   * @maxItems 3
   */
  sort?: QuestionSort[];
  /**
   * The most groups that the answer has; 1000 if not given. Periods without records push out no other group.
   */
  limit?: number;
  /**
   * The IANA time zone in which instants have their day, such as `America/New_York`; if not given, the workspace's.
   */
  timezone?: string;
  /**
   * The day on which a week begins; if not given, the workspace's.
   */
  weekStart?: 'monday' | 'sunday' | 'saturday';
}
/**
 * One condition, or several that are joined.
 */
export type QuestionFilter = QuestionAnd | QuestionOr | QuestionNot | QuestionCondition;
export type QuestionOperand = QuestionScalar | QuestionScalar[] | QuestionPeriod;
export type QuestionScalar = string | number | boolean;
/**
 * A number; a day or an instant as in a filter, where the measure is one; two of them for `between`, both included.
 */
export type QuestionHavingValue = (number | string) | (number | string)[];
/**
 * A field of the type, or in a filter or a group a field of the record that a relation points to, as in `project.status`.
 */
export type QuestionFieldName = string;
/**
 * What the answer calls the group or the measure; if not given, the field (`project_status` for `project.status`), `count`, or function and field as in `sum_estimate`.
 */
export type QuestionColumnName = string;

/**
 * Records that meet all of the conditions; none is no filter.
 */
export interface QuestionAnd {
  /**
   * @maxItems 52
   */
  and: QuestionFilter[];
}
/**
 * Records that meet at least one of the conditions.
 */
export interface QuestionOr {
  /**
   * @minItems 1
   * @maxItems 52
   */
  or: QuestionFilter[];
}
/**
 * Records that do not meet the condition, those without a value included.
 */
export interface QuestionNot {
  not: QuestionFilter;
}
/**
 * What one field of a record must be.
 */
export interface QuestionCondition {
  field: QuestionFieldName;
  /**
   * `ne`, `nin`, `nwithin`, `ncontains` and `hasNone` keep records without a value; `contains`, `ncontains`, `startsWith` and `endsWith` take capital and small letters as the same; `has` and `hasNone` of a relation need no value: they then ask for any record at all.
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
    | 'within'
    | 'nwithin'
    | 'contains'
    | 'ncontains'
    | 'startsWith'
    | 'endsWith'
    | 'has'
    | 'hasAll'
    | 'hasNone'
    | 'empty'
    | 'nempty';
  /**
   * One value; a list for `in`, `nin`, `has`, `hasAll`, `hasNone`; two values for `between`, both included; none for `empty` and `nempty`. A day is `YYYY-MM-DD`, `today`, `-30d` (also `minus-30-d` and `today-30d`), `+2w`, `-3M`, or `startOfMonth` with or without an offset, as in `startOfMonth-1M`; `today/month` is the whole month. An instant also takes ISO 8601 with a zone, `now` and `now-2h`, where the operator is `gt`, `gte`, `lt`, `lte` or `between`. `within` and `nwithin` take a period or the text of a range: `today`, `yesterday`, `tomorrow`, `this month`, `last week`, `next 3 days`, `last 30 days`, `last 3 months including current`, `year to date`, or two points as in `2026-01-01..2026-01-31`, `today-7d..`, `now-2h..now`, `..today/month`. Units are day, week, month, quarter and year, for an instant also minute and hour; in offsets they are d, w, M, q, y, and after `now` also h and m for minutes; an offset that stands alone or after `startOfMonth` is of whole days, so there m is a month as M is. A range that ends before it begins is a mistake where both ends are fixed or counted from the same day or moment; any other, as `startOfMonth..today-7d` on the first days of a month, is empty then, which a warning of the answer tells.
   */
  value?: QuestionOperand;
}
/**
 * The period that a day lies in, or one part of a unit that comes again, for `within` and `nwithin`: with the key of a group as `at`, the records of that group.
 */
export interface QuestionPeriod {
  unit:
    | 'day'
    | 'week'
    | 'month'
    | 'quarter'
    | 'year'
    | 'hour'
    | 'hourOfDay'
    | 'dayOfWeek'
    | 'dayOfMonth'
    | 'weekOfYear'
    | 'monthOfYear'
    | 'quarterOfYear';
  at: string | number;
}
/**
 * A field whose values make the groups. Of a field that holds a list, a record is in the group of each of its values.
 */
export interface QuestionGroup {
  field: QuestionFieldName;
  /**
   * For a day or an instant: the period; `day` if not given. `hour` is for an instant with a filter that says from when on; its keys are local time with the offset. Units with `Of` come again: days of the week are 1 (Monday) to 7, hours of the day 0 to 23 (of an instant only), weeks of the year those of ISO 8601.
   */
  unit?:
    | 'day'
    | 'week'
    | 'month'
    | 'quarter'
    | 'year'
    | 'hour'
    | 'hourOfDay'
    | 'dayOfWeek'
    | 'dayOfMonth'
    | 'weekOfYear'
    | 'monthOfYear'
    | 'quarterOfYear';
  as?: QuestionColumnName;
  /**
   * For a period: whether there are rows also for periods without records: as far as the filter says of the field, and from the first to the last with records. At most 2000 rows are added, and only where the answer then has no more rows than `limit`; otherwise none is, and `meta.warnings` says so.
   */
  fill?: boolean;
  /**
   * Keeps the groups of so many values of the field: those whose first measure is largest; no value comes last.
   */
  top?: number;
  /**
   * With `top`: whether all other values are one group more.
   */
  other?: boolean;
}
/**
 * What is counted.
 */
export interface QuestionMeasure {
  /**
   * `count` without a field is the number of records, with one the number of those that have a value in it; `distinct` is the number of different values.
   */
  fn: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct';
  /**
   * What is measured; only `count` works without.
   */
  field?: QuestionFieldName;
  as?: QuestionColumnName;
}
/**
 * What a measure of a group must be, as the answer shows it.
 */
export interface QuestionHaving {
  /**
   * What the answer calls the measure.
   */
  measure: string;
  /**
   * `ne` keeps groups whose measure has no value.
   */
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'between';
  value: QuestionHavingValue;
}
/**
 * One thing that groups are ordered by. What has no value comes last in either direction.
 */
export interface QuestionSort {
  /**
   * What the answer calls a group or a measure.
   */
  by: string;
  /**
   * `asc` if not given.
   */
  dir?: 'asc' | 'desc';
}
