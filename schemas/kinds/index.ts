import { action } from './action.ts';
import { connector } from './connector.ts';
import type { WorkflowKinds } from './kind.ts';
import { runReport } from './run-report.ts';

const triggers = [connector] as const;

/** All kinds of triggers and steps. To add one, add a file to this folder and a line here. */
export const workflowKinds: WorkflowKinds = { triggers, steps: [runReport, action] };

type StartOf<Kind> = Kind extends { describeStart(start: infer Start): unknown } ? Start : never;

/** What a run stores about its start, by trigger kind. */
export type WorkflowStart = StartOf<(typeof triggers)[number]>;

export { defineStepKind, defineTriggerKind } from './kind.ts';
export type {
  OpenedBlock,
  AccountUse,
  AnyStep,
  AnyTrigger,
  BlockKind,
  KindMistake,
  Lookup,
  RootShape,
  RootShapes,
  StepKind,
  StepWay,
  TriggerKind,
  WorkflowKinds,
} from './kind.ts';
export { blocksOf, findStep, findStepKind, walkSteps } from './walk-steps.ts';
export type { JsonPath, PlacedStep, StepBlock } from './walk-steps.ts';
export { describeStart, describeStep } from './words.ts';
export { composeWorkflowSchema } from './workflow-schema.ts';
