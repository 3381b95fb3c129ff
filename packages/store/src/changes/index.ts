export { isBulk, readChanges } from './change-log.ts';
export type {
  BulkChange,
  ChangeEntry,
  ImportChange,
  MergeChange,
  ReadChangesOptions,
  RecordChange,
} from './change-log.ts';
export { readChange, readNewChanges } from './read-new-changes.ts';
export type { NewChanges } from './read-new-changes.ts';
