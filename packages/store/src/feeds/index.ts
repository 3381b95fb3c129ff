export { readFeedStates } from './feed-state.ts';
export type { FeedState } from './feed-state.ts';
export { readFedChanges, readFedRecords } from './feed-records.ts';
export type { FedChanges, FedRecord, FedType } from './feed-records.ts';
