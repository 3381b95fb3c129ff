export { readChanges } from './change-log.ts';
export type { ChangeEntry, ImportChange, ReadChangesOptions, RecordChange } from './change-log.ts';
