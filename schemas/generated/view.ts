// Made from view.schema.json by `npm run generate`. Change the schema, not this file.

import type { QuestionFieldName, QuestionFilter, QuestionGroup } from './question.ts';

/**
 * A saved way to look at the records of one type: which ones, in which order, by which groups, with which columns.
 */
export interface View {
  /**
   * The location of this file's schema, for editors.
   */
  $schema?: string;
  /**
   * The record type.
   */
  type: string;
  /**
   * Which records count; all by default. At most 4 levels, plus one `and` around everything, and 50 conditions; one more for each of the two groupings that the question does not use, so that the key of a group can be sent back.
   */
  filter?: QuestionFilter;
  sort?: ViewSort;
  /**
   * The field to group by; one group per value.
   */
  group?: QuestionGroup;
  /**
   * The columns in order; by default those of the type.
   *
   * @minItems 1
   * @maxItems 200
   */
  fields?: QuestionFieldName[];
}
/**
 * The order of the records; newest first by default. Records without a value come last.
 *
 * @maxItems 3
 */
export type ViewSort = ViewSortStep[];

export interface ViewSortStep {
  field: QuestionFieldName;
  /**
   * Default `asc`.
   */
  dir?: 'asc' | 'desc';
}
