export { createRecord, deleteRecord, getRecord, listRecords, updateRecord } from './records.ts';
export type { ListOptions, RecordPage } from './records.ts';
export { getRecords, getSizedRecords } from './records-by-id.ts';
export type { RecordRow } from '../collections/record-document.ts';
