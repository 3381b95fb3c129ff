// Made from api/questions.schema.json by `npm run generate`. Change the schema, not this file.

import type { Question } from '../question.ts';

/**
 * Any question; in the document of a branch, one about a type of the branch.
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
  many: boolean;
  system: boolean;
  target?: string;
  targetLabel?: string;
  options?: {
    value: string;
    label: string;
  }[];
  /**
   * Items: `ne`, `nin`, `nwithin`, `ncontains` and `hasNone` keep records without a value; `contains`, `ncontains`, `startsWith` and `endsWith` take capital and small letters as the same; `has` and `hasNone` of a relation need no value: they then ask for any record at all.
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
   * Items: `count` without a field is the number of records, with one the number of those that have a value in it; `distinct` is the number of different values.
   */
  fns: ('count' | 'sum' | 'avg' | 'min' | 'max' | 'distinct')[];
  /**
   * Items: For a day or an instant: the period; `day` if not given. `hour` is for an instant with a filter that says from when on; its keys are local time with the offset. Units with `Of` come again: days of the week are 1 (Monday) to 7, hours of the day 0 to 23 (of an instant only), weeks of the year those of ISO 8601.
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
   * Whether the records have an index of it that is ready.
   */
  indexed: boolean;
}
