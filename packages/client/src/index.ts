export { createClient } from './create-client.ts';
export type { Client, ClientOptions, FieldsToWrite, ListOptions, Page, RecordOf } from './create-client.ts';
export type { Answer, Asked, Filter, Key, Measures, Question, Row } from './question.ts';
export type { Condition, Fields, Group, GroupValues, Measure, RecordTypes, TypeName } from './record-types.ts';
export { Problem } from '@tallyhook/schemas';
