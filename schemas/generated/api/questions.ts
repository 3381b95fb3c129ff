// Made from api/questions.schema.json by `npm run generate`. Change the schema, not this file.

import type { Question } from '../question.ts';

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
  /**
   * The comparisons that filters may use.
   *
   * Items: `ne`, `nin`, `nwithin`, `ncontains` and `hasNone` keep records without a value. `contains`, `ncontains`, `startsWith` and `endsWith` ignore case. `has` and `hasNone` need no value for a relation: they then ask for any related record.
   */
  ops: (
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
    | 'nempty'
  )[];
  /**
   * The measures that the field allows.
   *
   * Items: `count` counts records or, with a field, those that have a value in it; `distinct` counts different values.
   */
  fns: ('count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct')[];
  /**
   * The periods that a date can be grouped by.
   *
   * Items: For a day or an instant: the period, default `day`. `hour` requires an instant and a filter with a start; its keys are local time with the offset. Units with `Of` are recurring: days of the week are 1 (Monday) to 7, hours of the day 0 to 23 (instants only), weeks of the year as in ISO 8601.
   */
  units: (
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
    | 'quarterOfYear'
  )[];
  groupable: boolean;
  /**
   * Whether a ready index exists for it.
   */
  indexed: boolean;
}
