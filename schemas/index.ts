export { Problem, problemDocument, problemKinds } from './problem.ts';
export type { ProblemCode, ProblemDetail, ProblemDocument, ProblemKind, ProblemOptions } from './problem.ts';
export { fieldKinds, systemFields } from './record-type.ts';
export type { Field, FieldKind, FieldOption, RecordType } from './record-type.ts';
export type {
  AggregateRead,
  BranchFacts,
  CollectionFacts,
  CountRead,
  DistinctRead,
  Read,
  ReadDocument,
  ReadResult,
  ReadResults,
} from './read.ts';
export { nearest } from './nearest.ts';
export { fromPointer, toPointer } from './pointer.ts';
export { createValidator } from './validate.ts';
export type { Validator } from './validate.ts';
export type {
  ActionStep,
  ConnectorTrigger,
  RunReportStep,
  Workflow,
  WorkflowCondition,
  WorkflowStep,
  WorkflowTrigger,
} from './generated/workflow.ts';
