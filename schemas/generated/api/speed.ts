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
