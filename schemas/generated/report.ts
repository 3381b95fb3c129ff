// Made from report.schema.json by `npm run generate`. Change the schema, not this file.

import type { QuestionFilter, QuestionGroup, QuestionHaving, QuestionMeasure, QuestionSort } from './question.ts';

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
   * The one measure; without it, the number of records.
   *
   * @minItems 1
   * @maxItems 1
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
