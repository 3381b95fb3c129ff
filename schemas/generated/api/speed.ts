// Made from api/speed.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment } from './parts.ts';

/**
 * How reports filter on fields, which fields have an index, and which are kept as columns.
 */
export interface Speed {
  /**
   * The start of counting; null if there were no uses.
   */
  since: Moment | null;
  fields: FieldSpeed[];
  /**
   * Indexes that make the plans of questions faster: suggested ones and, on several fields or used by these questions, existing ones.
   */
  indexes: IndexSpeed[];
  /**
   * What the answering process keeps as columns in memory; null if that is turned off.
   */
  columns: KeptColumns | null;
}
export interface KeptColumns {
  /**
   * The memory that may be used, in MiB.
   */
  memoryMiB: number;
  /**
   * The memory that the columns of all branches take, in bytes.
   */
  usedBytes: Count;
  /**
   * Types with fewer records are not kept.
   */
  minRecords: Count;
  types: KeptTypeSpeed[];
}
/**
 * A record type of the branch with fields kept as columns.
 */
export interface KeptTypeSpeed {
  type: string;
  typeLabel: string;
  state: 'building' | 'kept';
  fields: {
    field: string;
    label: string;
  }[];
  records: Count;
  /**
   * Its part of the memory by its number of values, in bytes.
   */
  sizeBytes: Count;
  /**
   * How many questions were answered from it since it was built.
   */
  answers: Count;
  /**
   * How much longer these answers would have taken at the average time of the type's answers without columns, in milliseconds.
   */
  savedMs: number;
  usedAt: Moment | null;
}
export interface FieldSpeed {
  type: string;
  typeLabel: string;
  field: string;
  label: string;
  kind: 'text' | 'choice' | 'number' | 'day' | 'instant' | 'yesNo' | 'relation' | 'person' | 'file';
  /**
   * How often reports filtered on the field; 0 for a saved report that has not been opened yet.
   */
  uses: Count;
  lastUsedAt: Moment | null;
  /**
   * The median duration of those questions, in milliseconds.
   */
  medianMs: number | null;
  /**
   * The total duration of those questions, in milliseconds.
   */
  totalMs: number;
  /**
   * The saved reports that filter on the field.
   */
  reports: {
    id: Id;
    name: string;
  }[];
  /**
   * Whether the field can have an index; `whyNot` says why not.
   */
  canIndex: boolean;
  whyNot?: string;
  /**
   * Whether an index is likely to help.
   */
  suggested: boolean;
  index: FieldIndex;
}
/**
 * An index on one to four fields, in their order, and the questions of reports that it helps.
 */
export interface IndexSpeed {
  type: string;
  typeLabel: string;
  fields: IndexedField[];
  /**
   * How many different questions of the last 30 days it helps; values that they compare with do not count as a difference.
   */
  questions: Count;
  /**
   * How often they were asked.
   */
  uses: Count;
  /**
   * The median duration of the slowest of these questions, in milliseconds.
   */
  medianMs: number | null;
  /**
   * The total duration of these questions, in milliseconds.
   */
  totalMs: number;
  /**
   * The saved reports that it helps.
   */
  reports: ReportName[];
  /**
   * Existing indexes that are not needed beside it, because it begins with their fields.
   */
  covers: IndexedField[][];
  /**
   * Whether it would help questions that are slow and asked often.
   */
  suggested: boolean;
  /**
   * Its likely size in bytes, from a sample of the records; null if there are few records or if it exists.
   */
  likelyBytes: Count | null;
  index: FieldIndex;
}
export interface IndexedField {
  field: string;
  label: string;
}
export interface ReportName {
  id: Id;
  name: string;
}
export interface IndexWish {
  /**
   * The fields of the index in their order: fields that are compared first, then ranges and groups.
   *
   * @minItems 1
   * @maxItems 4
   */
  fields: string[];
  on: boolean;
}
export interface IndexSwitch {
  on: boolean;
}
export interface FieldIndex {
  state: 'off' | 'building' | 'on' | 'failed';
  /**
   * The progress of building, from 0 to 100; null if unknown.
   */
  percent: number | null;
  sizeBytes: Count | null;
  error: string | null;
}
