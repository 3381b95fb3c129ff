// Made from answer.schema.json by `npm run generate`. Change the schema, not this file.

/**
 * The answer to a question: one row per group, and the measures over everything that matched.
 */
export interface Answer {
  /**
   * In the order that `sort` asks for; without it, periods in the order of time and other groups by the first measure, largest first. The group without a value comes last.
   */
  rows: AnswerRow[];
  /**
   * The measures over every record that matched, each record once, whatever `having`, `top` and `limit` left out.
   */
  overall: AnswerMeasures;
  /**
   * By group: what the records are called that ids stand for; null where the record is gone. Only if asked for.
   */
  labels?: {
    [k: string]: AnswerNames;
  };
  meta: AnswerMeta;
}
export type AnswerValue = string | number | boolean | null;
/**
 * One group: its key and, beside it, its measures by name. A measure has a number, the text of a day or an instant, or null where there is no value.
 */
export type AnswerRow = {
  key: Record<string, string | number | boolean | null>;
  other?: true;
  filled?: true;
  missing?: true;
  [measure: string]: unknown;
};

export interface AnswerMeasures {
  [k: string]: string | number | null;
}
export interface AnswerNames {
  [k: string]: string | null;
}
/**
 * How the question was understood and counted.
 */
export interface AnswerMeta {
  /**
   * The question with everything that was left out filled in; it can be asked again as it is.
   */
  question: import('./question.ts').Question;
  /**
   * Groups, then measures, each in the order of the question.
   */
  columns: AnswerColumn[];
  resolved: AnswerResolved;
  groups: AnswerGroupCounts;
  /**
   * Groups in which a record has several values: a record is in several of their groups, so rows do not add up to `overall`.
   */
  overlap: string[];
  /**
   * What the answer leaves undone that the question asks for.
   */
  warnings?: AnswerWarning[];
  plan?: AnswerPlan;
  /**
   * When the records were counted.
   */
  countedAt: string;
  /**
   * How long counting took, in milliseconds.
   */
  tookMs: number;
  /**
   * Of a report: whether these are the numbers that were counted at `countedAt` and kept for a minute.
   */
  kept?: boolean;
}
export interface AnswerWarning {
  code: string;
  detail: string;
  /**
   * The place in the question, where there is one.
   */
  pointer?: string;
}
/**
 * How the records were read. Only if asked for; for people, it may change.
 */
export interface AnswerPlan {
  /**
   * Which way was chosen.
   */
  maker: string;
  /**
   * What was read, in that order.
   */
  reads: {
    [k: string]: unknown;
  }[];
}
export interface AnswerColumn {
  /**
   * What rows call it.
   */
  name: string;
  role: 'group' | 'measure';
  /**
   * What people call it.
   */
  label: string;
  /**
   * What its values are.
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
   * There where all other values are one row: the keys besides them. Where `many` is not there, that row is of the records with none of these.
   */
  top?: AnswerValue[];
  /**
   * The record type whose ids it holds.
   */
  target?: string;
}
export interface AnswerResolved {
  timezone: string;
  weekStart: 'monday' | 'sunday' | 'saturday';
  /**
   * What the days of the filter came to.
   */
  ranges: AnswerRange[];
}
export interface AnswerRange {
  /**
   * The condition, as a JSON pointer into the question.
   */
  pointer: string;
  /**
   * A day or an instant; it is in the range, unless `after` says otherwise.
   */
  from?: string;
  /**
   * An instant; the range begins right after it.
   */
  after?: string;
  /**
   * A day or an instant; the range ends right before it.
   */
  before?: string;
  /**
   * An instant; it is the last one in the range.
   */
  to?: string;
}
export interface AnswerGroupCounts {
  returned: number;
  /**
   * How many groups there are that the question asks for.
   */
  total: number;
  /**
   * Whether `limit` cut off groups.
   */
  truncated: boolean;
}
