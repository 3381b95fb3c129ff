// Made from api/questions.schema.json by `npm run generate`. Change the schema, not this file.

import type { NumberFormat } from '../number-format.ts';
import type { Question, QuestionFunction, QuestionOperator, QuestionUnit } from '../question.ts';

/**
 * Any question; in a branch's document, one about a type of the branch.
 */
export type AskedQuestion = Question;

/**
 * What can be asked about a record type, field by field.
 */
export interface AskedType {
  type: string;
  fields: AskedField[];
}
export interface AskedField {
  name: string;
  label: string;
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  /**
   * Whether the field holds a list.
   */
  many: boolean;
  /**
   * Whether every record has the field, whatever its type.
   */
  system: boolean;
  /**
   * The record type of a relation.
   */
  target?: string;
  targetLabel?: string;
  options?: {
    value: string;
    label: string;
  }[];
  format?: NumberFormat;
  /**
   * The comparisons that filters may use.
   */
  ops: QuestionOperator[];
  /**
   * The measures that the field allows.
   */
  fns: QuestionFunction[];
  /**
   * The periods that a date can be grouped by.
   */
  units: QuestionUnit[];
  groupable: boolean;
  /**
   * Whether a ready index exists for it.
   */
  indexed: boolean;
}
