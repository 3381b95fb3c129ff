import type { AnyStep, AnyTrigger, CalledRun, OpenedBlock, WorkflowKinds } from '@tallyhook/schemas/kinds';
import type { Store } from '@tallyhook/store';
import type { Run, StepResult } from '@tallyhook/store/runs';
import type { ActivityDependencies } from '../activities/dependencies.ts';
import type { StepOfRun } from '../activities/read-step.ts';

/** A running step. */
export interface RunningStep<Step extends AnyStep = AnyStep> extends StepOfRun<Step> {
  /** Aborted when the step is called off. */
  signal: AbortSignal;
  /** Fills in the templates of a value. */
  fillIn(value: unknown): Promise<unknown>;
  /** Saves the input of the step for the Runs page. The last call wins, even if the step fails. */
  keepInput(input: unknown): Promise<void>;
  /** Adds a sentence that people should know to the step on the Runs page. */
  note(text: string): void;
}

/**
 * The result of a step: an output, inner steps to run now, a moment or something else to wait for, a run of another
 * workflow, or the end of the run.
 */
export type StepOutcome =
  | { output: unknown }
  | { opens: OpenedBlock }
  | { waits: { until: Date; wakes?: true } }
  | { calls: CalledRun['calls']; background: boolean }
  | { ends: { as: 'completed' | 'failed'; message: string | null } };

/** What `close` returns while that which the step waits for has not come. */
export const stillWaiting = Symbol('still waiting');

/** The worker's implementation of a kind of step. */
export interface StepWork<Step extends AnyStep = AnyStep> {
  run(deps: ActivityDependencies, step: RunningStep<Step>): Promise<StepOutcome>;
  /**
   * The output of a step once what it began has ended: its inner steps, a wait, or another run. Without this function
   * it is null.
   */
  close?(deps: ActivityDependencies, step: StepOfRun<Step>, began: StepResult): Promise<unknown>;
  /** The roots for templates inside the step, as its blocks declare them. `turn` is null if the step opened no loop. */
  readRoots?(opened: StepResult, turn: number | null): Record<string, unknown>;
}

/** The worker's implementation of a kind of trigger. */
export interface TriggerWork<Start extends AnyTrigger = AnyTrigger> {
  /** Reads the values that templates reach as `trigger.<name>`, as the kind declares them. */
  readRoots(store: Store, start: Start, run: Run): Promise<Record<string, unknown>>;
}

/** The implementations of all kinds. */
export interface EngineKinds {
  declared: WorkflowKinds;
  steps: Readonly<Record<string, StepWork>>;
  triggers: Readonly<Record<string, TriggerWork>>;
}
