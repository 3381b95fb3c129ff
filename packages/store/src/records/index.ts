export { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from './records.ts';
export type { ListOptions, RecordPage } from './records.ts';
export { getRecords, getSizedRecords } from './records-by-id.ts';
export type { RecordRow } from '../collections/record-document.ts';
export { changeRecords, maxEdits } from './change-records.ts';
export type { RecordEdit } from './change-records.ts';
export { listWindow, streamRecords } from './list-window.ts';
export { isSortable } from './sort-records.ts';
export type { RecordSort } from './sort-records.ts';
