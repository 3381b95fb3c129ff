// Made from api/records.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Revision, Sha256 } from './parts.ts';
import type { RecordTypeDeclaration } from '../app.ts';

export type SavedRecord = AnyRecord;
/**
 * One entry of the change log.
 */
export type Change = RecordChange | ImportChange;
export type RecordType = import('../../record-type.ts').RecordType;
export type NewRecordType = RecordTypeDeclaration;

export interface AnyRecord {
  id: Id;
  type: string;
  revision: Revision;
  createdAt: Moment;
  createdBy: string;
  updatedAt: Moment;
  updatedBy: string;
  fields: {
    [k: string]: unknown;
  };
}
export interface RecordPage {
  records: SavedRecord[];
  nextCursor?: string;
  /**
   * What related records are called, by type and id; null for one that is gone.
   */
  labels?: {
    [k: string]: {
      [k: string]: string | null;
    };
  };
}
export interface ChangeLog {
  changes: Change[];
}
export interface NewRecord {
  fields: {
    [k: string]: unknown;
  };
}
export interface RecordSearch {
  filter: unknown;
}
export interface RecordPatch {
  revision: Revision;
  fields: {
    [k: string]: unknown;
  };
}
export interface RecordChange {
  number: Count;
  type: string;
  by: string;
  at: Moment;
  slot: Count;
  tick: Count;
  kind: 'create' | 'update' | 'delete';
  id: Id;
  before: AnyRecord | null;
  after: AnyRecord | null;
}
export interface ImportChange {
  number: Count;
  type: string;
  by: string;
  at: Moment;
  slot: Count;
  tick: Count;
  kind: 'import';
  count: Count;
  digest: Sha256;
}
