// Made from question.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * A question about all records of one type. Fields have their GraphQL names. What a field allows depends on its kind: see `/api/query/fields`.
 */
export interface Question {
  /**
   * The record type.
   */
  type: string;
  /**
   * Which records count; all by default. At most 4 levels, plus one `and` around everything, and 50 conditions; one more for each of the two groupings that the question does not use, so that the key of a group can be sent back.
   */
  filter?: QuestionFilter;
  /**
   * The fields to group by, each within the one before. Without it, `rows` is empty and `overall` has the answer.
   *
   * @maxItems 2
   */
  groupBy?: QuestionGroup[];
  /**
   * What to compute for each group and overall; by default the number of records.
   *
   * @minItems 1
   * @maxItems 5
   */
  measures?: QuestionMeasure[];
  /**
   * Keeps groups that meet all of the conditions. Requires `groupBy`. `overall` still covers every record.
   *
   * @maxItems 10
   */
  having?: QuestionHaving[];
  /**
   * The order of the groups. Ties use the default order: periods in time order, then the first measure from the largest, then the value. Groups without a value come last. The rows of the first of two groupings stay together, and measures order them by their value over all of these rows: totals for counts and sums, where a record counts once for each of its rows. Numbers of different values are added up. An order that begins with the second grouping, as a step of `sort` or by default because only the second is a period, goes by single rows.
   *
   * @maxItems 3
   */
  sort?: QuestionSort[];
  /**
   * The maximum number of groups (rows), default 1000. With two groupings, the answer ends before a first group whose rows do not all fit, unless none fits or the order goes by single rows: then `meta.groups.partial` is set. Added periods without records do not displace other groups.
   */
  limit?: number;
  /**
   * The IANA time zone that determines the day of an instant, such as `America/New_York`; default the workspace's.
   */
  timezone?: string;
  /**
   * The first day of the week; default the workspace's.
   */
  weekStart?: 'monday' | 'sunday' | 'saturday';
}
/**
 * One condition, or several combined.
 */
export type QuestionFilter = QuestionAnd | QuestionOr | QuestionNot | QuestionCondition;
export type QuestionOperand = QuestionScalar | QuestionScalar[] | QuestionPeriod;
export type QuestionScalar = string | number | boolean;
/**
 * A number; a day or an instant as in a filter, if the measure is one; two of them for `between`, both inclusive.
 */
export type QuestionHavingValue = (number | string) | (number | string)[];
/**
 * A field of the type or, in filters and groups, a field of a related record, as in `project.status`.
 */
export type QuestionFieldName = string;
/**
 * The name of the group or measure in the answer; by default the field (`project_status` for `project.status`), `count`, or function and field as in `sum_estimate`.
 */
export type QuestionColumnName = string;
/**
 * How a condition compares.
 */
export type QuestionOperator =
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
 * What a measure computes.
 */
export type QuestionFunction = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct';
/**
 * What a date field is grouped by.
 */
export type QuestionUnit =
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

/**
 * Records that meet all of the conditions; an empty list keeps all records.
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
 * Records that do not meet the condition, including those without a value.
 */
export interface QuestionNot {
  not: QuestionFilter;
}
/**
 * A condition on one field.
 */
export interface QuestionCondition {
  field: QuestionFieldName;
  /**
   * `ne`, `nin`, `nwithin`, `ncontains` and `hasNone` keep records without a value. `contains`, `ncontains`, `startsWith` and `endsWith` ignore case. `has` and `hasNone` need no value for a relation: they then ask for any related record.
   */
  op: QuestionOperator;
  /**
   * One value; a list for `in`, `nin`, `has`, `hasAll`, `hasNone`; two values for `between`, both inclusive; none for `empty` and `nempty`. A day is `YYYY-MM-DD`, `today`, `-30d` (also `minus-30-d` and `today-30d`), `+2w`, `-3M`, or `startOfMonth` with or without an offset, as in `startOfMonth-1M`; `today/month` is the whole month. With `gt`, `gte`, `lt`, `lte` or `between`, an instant also accepts ISO 8601 with a zone, `now` and `now-2h`. `within` and `nwithin` accept a period or the text of a range: `today`, `yesterday`, `tomorrow`, `this month`, `last week`, `next 3 days`, `last 30 days`, `last 3 months including current`, `year to date`, or two points as in `2026-01-01..2026-01-31`, `today-7d..`, `now-2h..now`, `..today/month`. Units are day, week, month, quarter and year, for an instant also minute and hour. In offsets they are d, w, M, q, y, and after `now` also h and m for minutes. An offset alone or after `startOfMonth` is in whole days or longer units, so m means month there, like M. A range that ends before it begins is a mistake if both ends are fixed or relative to the same day or moment. Otherwise, as with `startOfMonth..today-7d` in the first days of a month, it is empty and the answer has a warning.
   */
  value?: QuestionOperand;
}
/**
 * The period that contains a day, or one part of a recurring unit, for `within` and `nwithin`. With the key of a group as `at`, it selects the records of that group.
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
 * A field to group by. If the field holds a list, a record is in the group of each of its values.
 */
export interface QuestionGroup {
  field: QuestionFieldName;
  /**
   * For a day or an instant: the period, default `day`. `hour` requires an instant and a filter with a start; its keys are local time with the offset. Units with `Of` are recurring: days of the week are 1 (Monday) to 7, hours of the day 0 to 23 (instants only), weeks of the year as in ISO 8601.
   */
  unit?: QuestionUnit;
  as?: QuestionColumnName;
  /**
   * For periods: whether to add rows for periods without records, over the range set by the filter on the field and from the first to the last period with records. At most 2000 rows are added, and only if the total stays within `limit`; otherwise none are, and `meta.warnings` says so.
   */
  fill?: boolean;
  /**
   * Keeps this many groups, those with the largest first measure; the group without a value ranks last.
   */
  top?: number;
  /**
   * With `top`: whether all other values form one more group.
   */
  other?: boolean;
}
/**
 * What to compute.
 */
export interface QuestionMeasure {
  /**
   * `count` counts records or, with a field, those that have a value in it; `distinct` counts different values.
   */
  fn: QuestionFunction;
  /**
   * The field to measure; only `count` works without one.
   */
  field?: QuestionFieldName;
  as?: QuestionColumnName;
}
/**
 * A condition on a measure of a group, as the answer shows it.
 */
export interface QuestionHaving {
  /**
   * The name of the measure in the answer.
   */
  measure: string;
  /**
   * `ne` keeps groups whose measure has no value.
   */
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'between';
  value: QuestionHavingValue;
}
/**
 * One sort key. Groups without a value come last in either direction.
 */
export interface QuestionSort {
  /**
   * The name of a group or measure in the answer.
   */
  by: string;
  /**
   * Default `asc`.
   */
  dir?: 'asc' | 'desc';
}
