// Made from answer.schema.json by `npm run generate`. Change the schema, not this file.

import type { NumberFormat } from './number-format.ts';

/**
 * The answer to a question: one row per group, and the measures over all matching records.
 */
export interface Answer {
  /**
   * In the order of `sort`. Without it, periods are in time order and other groups are sorted by the first measure, largest first. The group without a value comes last.
   */
  rows: AnswerRow[];
  /**
   * The measures over all matching records, each counted once, regardless of `having`, `top` and `limit`.
   */
  overall: AnswerMeasures;
  /**
   * By group: the names of the records behind ids; null if the record is deleted. Only on request.
   */
  labels?: {
    [k: string]: AnswerNames;
  };
  comparison?: AnswerComparison;
  meta: AnswerMeta;
}
/**
 * The measures of the group in the period before; null if they are not known.
 */
export type AnswerComparedRow = {
  key: Record<string, string | number | boolean | null> | null;
  [measure: string]: unknown;
};
export type AnswerValue = string | number | boolean | null;
/**
 * One group: its key, and its measures by name. A measure is a number, the text of a day or an instant, or null if there is no value.
 */
export type AnswerRow = {
  key: Record<string, string | number | boolean | null>;
  other?: true;
  filled?: true;
  missing?: true;
  [measure: string]: unknown;
};

/**
 * The same measures for the period before. Only on request.
 */
export interface AnswerComparison {
  /**
   * `range`: with the range before that of the date filter. `group`: each period with the one before it.
   */
  by: 'range' | 'group';
  /**
   * One for each row of the answer, in the same order.
   */
  rows: AnswerComparedRow[];
  /**
   * The measures over all records of the range before; absent if it is compared by group.
   */
  overall?: AnswerMeasures;
  /**
   * The first day of the range before.
   */
  from?: string;
  /**
   * Its last day, inclusive.
   */
  to?: string;
  /**
   * The length of the range, if it is one such period.
   */
  unit?: 'day' | 'week' | 'month' | 'quarter' | 'year';
  /**
   * Present if the asked range is not over, so that the range before ends at the same place.
   */
  isPart?: true;
}
export interface AnswerMeasures {
  [k: string]: string | number | null;
}
export interface AnswerNames {
  [k: string]: string | null;
}
/**
 * How the question was interpreted and computed.
 */
export interface AnswerMeta {
  /**
   * The question with all defaults filled in; it can be asked again as it is.
   */
  question: import('./question.ts').Question;
  /**
   * Groups, then measures, each in the order of the question.
   */
  columns: AnswerColumn[];
  resolved: AnswerResolved;
  groups: AnswerGroupCounts;
  /**
   * Groups by a field with several values: a record can be in several of their groups, so rows do not add up to `overall`.
   */
  overlap: string[];
  /**
   * Parts of the question that the answer does not cover.
   */
  warnings?: AnswerWarning[];
  plan?: AnswerPlan;
  /**
   * For reports: the given conditions that do not fit its records and were left out.
   */
  unfiltered?: AnswerUnfiltered[];
  /**
   * When the records were counted.
   */
  countedAt: string;
  /**
   * How long counting took, in milliseconds.
   */
  tookMs: number;
  /**
   * For reports: whether the answer comes from the cache, where answers stay for a minute; `countedAt` says when it was computed.
   */
  kept?: boolean;
}
export interface AnswerUnfiltered {
  field: string;
  /**
   * Why the condition does not apply.
   */
  detail: string;
}
export interface AnswerWarning {
  code: string;
  detail: string;
  /**
   * The place in the question, if the warning has one.
   */
  pointer?: string;
}
/**
 * How the records were read. Only on request; for people, so the format may change.
 */
export interface AnswerPlan {
  /**
   * The chosen strategy.
   */
  maker: string;
  /**
   * What was read, in order.
   */
  reads: {
    [k: string]: unknown;
  }[];
  /**
   * Why MongoDB answered, and not the kept columns.
   */
  whyNotColumns?: string;
}
export interface AnswerColumn {
  /**
   * The name in rows.
   */
  name: string;
  role: 'group' | 'measure';
  /**
   * The display name.
   */
  label: string;
  /**
   * The kind of its values.
   */
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  /**
   * The field, or relation and field as in `project.status`.
   */
  field?: string;
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
  fn?: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct';
  /**
   * Whether a record can be in several of its groups.
   */
  many?: boolean;
  /**
   * Present if all other values share one row: the keys that have rows of their own. Without `many`, the shared row has the records with none of these keys.
   */
  top?: AnswerValue[];
  /**
   * The record type of its ids.
   */
  target?: string;
  format?: NumberFormat;
}
export interface AnswerResolved {
  timezone: string;
  weekStart: 'monday' | 'sunday' | 'saturday';
  /**
   * The resolved dates of the filter.
   */
  ranges: AnswerRange[];
}
export interface AnswerRange {
  /**
   * The condition, as a JSON pointer into the question.
   */
  pointer: string;
  /**
   * A day or an instant; inclusive.
   */
  from?: string;
  /**
   * An instant; exclusive start of the range.
   */
  after?: string;
  /**
   * A day or an instant; exclusive end of the range.
   */
  before?: string;
  /**
   * An instant; inclusive end of the range.
   */
  to?: string;
}
export interface AnswerGroupCounts {
  returned: number;
  /**
   * The number of groups that the question asks for.
   */
  total: number;
  /**
   * Whether `limit` cut off groups.
   */
  truncated: boolean;
  /**
   * Set with two groupings if `limit` may have cut off rows of a first group that is shown. Its rows then do not add up to its total.
   */
  partial?: true;
}
