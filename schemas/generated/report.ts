// Made from report.schema.json by `npm run generate`. Change the schema, not this file.

import type { QuestionFilter, QuestionGroup, QuestionHaving, QuestionMeasure, QuestionSort } from './question.ts';

/**
 * A question about the records of one type, and the chart that shows its answer. Apart from `chart` it is a question with one measure.
 */
export interface Report {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The record type.
   */
  type: string;
  /**
   * How the answer is drawn.
   */
  chart: 'bars' | 'line' | 'pie' | 'number' | 'table';
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
   * The single measure; by default the number of records.
   *
   * @minItems 1
   * @maxItems 1
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
  /**
   * Compares with the period before: that of the date filter, or of each group of periods.
   */
  compare?: 'previousPeriod';
  goal?: ReportGoal;
  description?: DefinitionDescription;
  tags?: DefinitionTags;
}
/**
 * What it is about, as plain text.
 */
export type DefinitionDescription = string;
/**
 * Words to find and group it by.
 *
 * @minItems 1
 * @maxItems 10
 */
export type DefinitionTags = string[];

/**
 * The value that the measure should reach. Charts draw it as a line.
 */
export interface ReportGoal {
  value: number;
  /**
   * The name of the line; by default Goal.
   */
  label?: string;
}
