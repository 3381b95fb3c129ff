import { action } from './action.ts';
import { button } from './button.ts';
import { condition } from './condition.ts';
import { connector } from './connector.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { findRecords } from './find-records.ts';
import { forEach } from './for-each.ts';
import type { WorkflowKinds } from './kind.ts';
import { query } from './query.ts';
import { runReport } from './run-report.ts';
import { schedule } from './schedule.ts';
import { stop } from './stop.ts';
import { updateRecord } from './update-record.ts';
import { wait } from './wait.ts';

const triggers = [connector, button, schedule] as const;

/** All kinds of triggers and steps. To add one, add a file to this folder and a line here. */
export const workflowKinds: WorkflowKinds = {
  triggers,
  steps: [
    ...[runReport, query, findRecords, createRecord, updateRecord, deleteRecord],
    ...[action, condition, forEach, wait, stop],
  ],
};

type StartOf<Kind> = Kind extends { describeStart(start: infer Start): unknown } ? Start : never;

/** What a run stores about its start, by trigger kind. */
export type WorkflowStart = StartOf<(typeof triggers)[number]>;

export { defineStepKind, defineTriggerKind } from './kind.ts';
export { maxLoopItems } from './for-each.ts';
export type {
  OpenedBlock,
  StepNext,
  AccountUse,
  AnyStep,
  AnyTrigger,
  BlockKind,
  KindMistake,
  Lookup,
  RootShape,
  RootShapes,
  ScheduleMistake,
  StepKind,
  StepWay,
  TriggerKind,
  WorkflowKinds,
} from './kind.ts';
export { blocksOf, findStep, findStepKind, walkSteps } from './walk-steps.ts';
export type { JsonPath, PlacedStep, StepBlock } from './walk-steps.ts';
export { describeStart, describeStep, describeTrigger } from './words.ts';
export { composeWorkflowSchema } from './workflow-schema.ts';
