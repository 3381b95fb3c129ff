import { action } from './action.ts';
import { address } from './address.ts';
import { askPerson } from './ask-person.ts';
import { button } from './button.ts';
import { callWorkflow } from './call-workflow.ts';
import { called } from './called.ts';
import { condition } from './condition.ts';
import { connector } from './connector.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { findRecords } from './find-records.ts';
import { forEach } from './for-each.ts';
import { httpRequest } from './http-request.ts';
import type { WorkflowKinds } from './kind.ts';
import { query } from './query.ts';
import { recordChanged } from './record-changed.ts';
import { runReport } from './run-report.ts';
import { schedule } from './schedule.ts';
import { stop } from './stop.ts';
import { tellPerson } from './tell-person.ts';
import { updateRecord } from './update-record.ts';
import { wait } from './wait.ts';
import { waitForDelivery } from './wait-for-delivery.ts';

const triggers = [connector, schedule, button, recordChanged, address, called] as const;

/** All kinds of triggers and steps. To add one, add a file to this folder and a line here. */
export const workflowKinds: WorkflowKinds = {
  triggers,
  steps: [
    ...[runReport, query, findRecords, createRecord, updateRecord, deleteRecord],
    ...[action, httpRequest, condition, forEach, callWorkflow],
    ...[wait, waitForDelivery, askPerson, tellPerson, stop],
  ],
};

type StartOf<Kind> = Kind extends { describeStart(start: infer Start): unknown } ? Start : never;

/** What a run stores about its start, by trigger kind. */
export type WorkflowStart = StartOf<(typeof triggers)[number]>;

export { defineStepKind, defineTriggerKind } from './kind.ts';
export { maxRunDepth } from './call-workflow.ts';
export { maxLoopItems } from './for-each.ts';
export { durationMs } from './wait-keys.ts';
export type {
  OpenedBlock,
  StepNext,
  AccountUse,
  AnyStep,
  AnyTrigger,
  BlockKind,
  KindMistake,
  KindSchema,
  Lookup,
  RootShape,
  RootShapes,
  ScheduleMistake,
  StepKind,
  CalledRun,
  StepWait,
  StepWay,
  TriggerKind,
  WorkflowKinds,
} from './kind.ts';
export { blocksOf, findStep, findStepKind, walkSteps } from './walk-steps.ts';
export type { JsonPath, PlacedStep, StepBlock } from './walk-steps.ts';
export { meetsConditions, meetsTest } from './conditions.ts';
export { comparisonWords, describeTest } from './test-words.ts';
export { describeStart, describeStep, describeTrigger } from './words.ts';
export { composeWorkflowSchema } from './workflow-schema.ts';
