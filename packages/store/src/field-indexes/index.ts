export {
  buildFieldIndexes,
  indexedFields,
  listIndexJobs,
  readFieldIndexes,
  switchFieldIndex,
} from './field-indexes.ts';
export type { FieldIndexOf, IndexJob } from './field-indexes.ts';
export { addFieldUses, readFieldUsage } from './field-usage.ts';
export type { FieldUsage, FieldUse } from './field-usage.ts';
export { addQuestionUses, readQuestionUsage } from './question-usage.ts';
export type { QuestionUsage, QuestionUse } from './question-usage.ts';
export { canHaveIndex } from './without-unfit-indexes.ts';
