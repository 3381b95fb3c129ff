export { createClient } from './create-client.ts';
export type { Client, ClientOptions, PersonClient, PersonOptions } from './create-client.ts';
export { signIn, signOut } from './sign-in.ts';
export type { SignedIn } from './sign-in.ts';
export type {
  Edit,
  ExportOptions,
  FieldsToWrite,
  ListOptions,
  Page,
  RecordOf,
  Records,
  SearchOptions,
} from './records.ts';
export type { Apps, ManagedApps } from './apps.ts';
export type { Branches } from './branches.ts';
export type { Commits } from './commits.ts';
export type { Merges } from './merges.ts';
export type { Types } from './types.ts';
export type { Views } from './views.ts';
export type { Answer, Asked, Filter, Key, Measures, Question, Row } from './question.ts';
export type { Condition, Fields, Group, GroupValues, Measure, RecordTypes, TypeName } from './record-types.ts';
export { Problem } from '@tallyhook/schemas';
