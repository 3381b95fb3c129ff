import type { OpenedBlock } from '@tallyhook/schemas/kinds';
import type { AnyStep, AnyTrigger, WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import type { StepResult } from '@tallyhook/store/runs';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import type { StepOfRun } from '../activities/read-step.ts';

/** A step while it runs. */
export interface RunningStep<Step extends AnyStep = AnyStep> extends StepOfRun<Step> {
  /** Aborted when the step is called off. */
  signal: AbortSignal;
  /** Fills in the templates of a value. */
  fillIn(value: unknown): Promise<unknown>;
  /** Says what the step is given, for the Runs page; what is said last counts, also where the step fails. */
  keepInput(input: unknown): Promise<void>;
}

/** What a step comes to: an output, or steps inside it that run now. */
export type StepOutcome = { output: unknown } | { opens: OpenedBlock };

/** What the worker does for a kind of step. */
export interface StepWork<Step extends AnyStep = AnyStep> {
  run(deps: ActivityDependencies, step: RunningStep<Step>): Promise<StepOutcome>;
  /** The output of a step when the steps inside it have ended; null without it. */
  close?(deps: ActivityDependencies, step: StepOfRun<Step>): Promise<unknown>;
  /** What templates inside the step reach, as its blocks declare it; `turn` is null where it opened no loop. */
  readRoots?(opened: StepResult, turn: number | null): Record<string, unknown>;
}

/** What the worker does for a kind of trigger. */
export interface TriggerWork<Start extends AnyTrigger = AnyTrigger> {
  /** Reads what templates reach as `trigger.<name>`, as the kind declares it. */
  readRoots(store: Store, start: Start): Promise<Record<string, unknown>>;
}

/** The kinds with their work. */
export interface EngineKinds {
  declared: WorkflowKinds;
  steps: Readonly<Record<string, StepWork>>;
  triggers: Readonly<Record<string, TriggerWork>>;
}
