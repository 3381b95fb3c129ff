// Made from api/records.schema.json by `npm run generate`. Change the schema, not this file.

import type { Count, Id, Moment, Revision, Sha256 } from './parts.ts';
import type { ProblemDetail } from './problem.ts';
import type { FieldLabel, RecordTypeDeclaration } from '../app.ts';
import type { NumberFormat } from '../number-format.ts';
import type { ViewSort } from '../view.ts';

export type SavedRecord = AnyRecord;
/**
 * One entry of the change log.
 */
export type Change = RecordChange | ImportChange | MergeChange | BulkChange;
export type RecordType = import('../../record-type.ts').RecordType;
export type NewRecordType = RecordTypeDeclaration;

export interface AnyRecord {
  id: Id;
  type: string;
  revision: Revision;
  createdAt: Moment;
  /**
   * The id of a person, `key:<id>` for an API key, or what else wrote it.
   */
  createdBy: string;
  updatedAt: Moment;
  updatedBy: string;
  /**
   * The values by field name; a field without a value is absent.
   */
  fields: {
    [k: string]: unknown;
  };
}
export interface RecordPage {
  records: SavedRecord[];
  /**
   * Requests the next page; absent on the last one.
   */
  nextCursor?: string;
  /**
   * The names of related records by type and id; null for deleted ones.
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
  /**
   * A filter in question syntax.
   */
  filter: unknown;
  /**
   * The order; newest first by default. With `sort` or `offset`, there is no cursor.
   */
  sort?: ViewSort;
  /**
   * How many records come before the page.
   */
  offset?: number;
}
/**
 * The fields to change; null clears one. Refused if `revision` is no longer the current one.
 */
export interface RecordPatch {
  revision: Revision;
  fields: {
    [k: string]: unknown;
  };
}
/**
 * One record created, updated or deleted. `before` is null for a new record, `after` for a deleted one.
 */
export interface RecordChange {
  /**
   * The position in the change log of the branch.
   */
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
  /**
   * Set if an import updated the record.
   */
  imported?: true;
}
/**
 * A merge or the revert of a commit: one entry for all records of the type that it changed.
 */
export interface MergeChange {
  /**
   * The position in the change log of the branch.
   */
  number: Count;
  type: string;
  by: string;
  at: Moment;
  slot: Count;
  tick: Count;
  kind: 'merge';
  /**
   * The number of changed records.
   */
  count: Count;
  /**
   * The commit that made it.
   */
  commit: Id;
}
/**
 * A change of a type: one entry for all records that it converted or removed.
 */
export interface BulkChange {
  /**
   * The position in the change log of the branch.
   */
  number: Count;
  type: string;
  by: string;
  at: Moment;
  slot: Count;
  tick: Count;
  kind: 'bulk';
  work: 'convert' | 'remove';
  /**
   * The number of changed records.
   */
  count: Count;
  /**
   * The fields whose values changed.
   */
  fields: string[];
}
/**
 * An import: one entry for all records it created.
 */
export interface ImportChange {
  /**
   * The position in the change log of the branch.
   */
  number: Count;
  type: string;
  by: string;
  at: Moment;
  slot: Count;
  tick: Count;
  kind: 'import';
  /**
   * The number of imported records.
   */
  count: Count;
  /**
   * The SHA-256 of the imported file.
   */
  digest: Sha256;
}
/**
 * One change of a batch. `create` takes `fields`; `update` takes `id`, `revision` and `fields`; `delete` and `restore` take `id`.
 */
export interface RecordEdit {
  do: 'create' | 'update' | 'delete' | 'restore';
  /**
   * The record; for a new one, the id that it gets, so that the request can be repeated.
   */
  id?: Id;
  revision?: Revision;
  /**
   * The values by field name; null clears one.
   */
  fields?: {
    [k: string]: unknown;
  };
}
export interface RecordBatch {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  changes: RecordEdit[];
}
export interface RecordBatchResult {
  /**
   * The records after the changes, in their order; null for deleted ones.
   */
  records: (SavedRecord | null)[];
}
export interface RecordHistory {
  /**
   * The changes of the record, the newest first. An import that created it is not among them.
   */
  changes: RecordChange[];
  /**
   * The `before` of the next page; absent on the last one.
   */
  nextBefore?: Count;
  /**
   * The names of related records by type and id; null for deleted ones.
   */
  labels: {
    [k: string]: {
      [k: string]: string | null;
    };
  };
}
export interface RecordNews {
  /**
   * Asks for what comes after this answer.
   */
  since: string;
  /**
   * Whether these are all changes; if not, read the records again.
   */
  isComplete: boolean;
  changes: RecordNewsItem[];
  /**
   * The names of related records by type and id; null for deleted ones.
   */
  labels?: {
    [k: string]: {
      [k: string]: string | null;
    };
  };
}
export interface RecordNewsItem {
  kind: 'create' | 'update' | 'delete';
  id: Id;
  by: string;
  record: SavedRecord | null;
}
/**
 * The id of a record, and its values by field name; null for no value.
 */
export interface ExportedRecord {
  id: Id;
  [k: string]: unknown;
}
export interface PersonName {
  id: Id;
  name: string;
}
/**
 * Changes how people see fields of a type; stored values stay as they are.
 */
export interface RecordTypePatch {
  /**
   * The changes by field name.
   */
  fields: {
    [k: string]: FieldPatch;
  };
  /**
   * The revision of the type that was edited. The change is refused if the type has another one; without it, nothing is compared.
   */
  revision?: number;
}
/**
 * A record type as it is to be. Fields are matched by name: a missing one is removed.
 */
export interface TypeChange {
  type: RecordTypeDeclaration;
  /**
   * Whether values that do not fit the new type may be lost; otherwise the change is refused.
   */
  acceptLoss?: boolean;
  /**
   * The revision of the type that was edited. The change is refused if the type has another one; without it, nothing is compared.
   */
  revision?: number;
}
/**
 * A record type, its revision, and who changed it last.
 */
export interface TypeVersion {
  type: RecordType;
  /**
   * Goes up with every change; 0 before the first one.
   */
  revision: number;
  changedAt?: Moment;
  /**
   * The author of the last change: a person's id, or `key:<id>`.
   */
  changedBy?: string;
  /**
   * The name of the person or API key; absent for anything else.
   */
  changedByName?: string;
}
/**
 * What a change of a record type would do. Nothing is written.
 */
export interface TypeChangePreview {
  /**
   * The records of the type.
   */
  records: number;
  /**
   * The records whose values would change.
   */
  changed: number;
  /**
   * The values that would be lost.
   */
  lost: number;
  fields: FieldChangePreview[];
  /**
   * Why the change is refused; empty if it is not.
   */
  refusals: ProblemDetail[];
  /**
   * The reports, dashboards, views and workflows that work now and would not work, or not in full, after the change.
   */
  stops: TypeUse[];
}
export interface FieldChangePreview {
  field: string;
  label: string;
  change: 'added' | 'removed' | 'converted' | 'filled';
  /**
   * The records that have a value in the field.
   */
  values: number;
  /**
   * The values that would be lost.
   */
  lost: number;
  /**
   * The records that would get the default.
   */
  filled: number;
  /**
   * The choices that the field would no longer have; absent if it keeps all of them.
   */
  options?: LostOption[];
  /**
   * The first records that would lose a value.
   */
  examples: LostValue[];
}
export interface LostOption {
  value: string;
  label: string;
  /**
   * The records that have it.
   */
  records: number;
}
export interface LostValue {
  id: Id;
  /**
   * The name of the record.
   */
  label: string;
  /**
   * The value that would be lost.
   */
  value: string;
}
/**
 * What uses a record type and would stop without it.
 */
export interface TypeUses {
  records: number;
  uses: TypeUse[];
}
export interface TypeUse {
  kind: 'report' | 'dashboard' | 'view' | 'workflow' | 'field';
  /**
   * The id of the report, dashboard, view or workflow, or `type.field`.
   */
  id: string;
  name: string;
  /**
   * The record type of a view.
   */
  type?: string;
  /**
   * The branch that has it, if it is not that of the request.
   */
  branch?: string;
}
export interface FieldPatch {
  label?: FieldLabel;
  /**
   * How people see the numbers of a number field, instead of its earlier format; null for none.
   */
  format?: NumberFormat | null;
}
