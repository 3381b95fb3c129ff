export {
  buildFieldIndexes,
  indexedFields,
  listIndexJobs,
  readFieldIndexes,
  switchFieldIndex,
} from './field-indexes.ts';
export type { IndexJob } from './field-indexes.ts';
export { addFieldUses, readFieldUsage } from './field-usage.ts';
export type { FieldUsage, FieldUse } from './field-usage.ts';
