import type { StepNext, StepWay } from '@tallyhook/schemas/kinds';
import type { FailureDetails } from '../workflows/failures.ts';

/**
 * The activities that the workflow may call. Temporal's history keeps inputs and outputs for weeks, so they hold only
 * ids and the names people gave to steps. Everything else is read from and written to the store.
 */
export interface RunActivities {
  /**
   * Begins a run, and runs its first steps as far as they need nothing from the workflow. If that is all of them,
   * records the end of the run too.
   */
  advanceRun(input: { runId: string }): Promise<AdvancedRun>;
  /** Runs the first of some steps as far as they need nothing from the workflow. */
  advanceSteps(input: AdvanceInput): Promise<Advanced>;
  /** Marks the run as running and plans its steps. Returns no steps if the run has already ended, or has to wait. */
  beginRun(input: { runId: string }): Promise<BegunRun>;
  /** Runs a step that takes a few seconds at most. Returns what the run does next because of it. */
  runQuickStep(input: StepInput): Promise<StepNext | undefined>;
  /** Runs a step that calls another service or takes long. */
  runLongStep(input: StepInput): Promise<StepNext | undefined>;
  /**
   * Fills in the input of a step that sends a file and opens the journal of its upload, which then waits for a worker.
   */
  queueFile(input: StepInput): Promise<void>;
  /** Sends the file of the step from the position in the journal, and saves the other service's answer. */
  sendFile(input: StepInput): Promise<void>;
  /**
   * Completes a step after what it began has ended. Returns what the run does meanwhile if that which the step waits for
   * has not come.
   */
  closeStep(input: StepInput): Promise<StepNext | undefined>;
  /** Records the end of the run. Returns the run that may begin because of it, by its id at Temporal. */
  endRun(input: { runId: string; end: RunEnd }): Promise<{ next: string | null } | undefined>;
}

/** How a run begins. */
export interface BegunRun {
  steps: PlannedStep[];
  /** Whether as many runs of the workflow are under way as it allows. */
  isWaiting?: true;
  /** The runs that go on or end because of this one, by their ids at Temporal. */
  wakes?: string[];
  /** Whether the run has one of a limited number of places. */
  hasPlace?: true;
}

/** Steps of one list, at the path of the iterations around it. */
export interface AdvanceInput {
  runId: string;
  steps: readonly PlannedStep[];
  item: string;
  /** The first turn that is not done, if the first step is a loop that has begun. */
  turn?: number;
}

/** A step whose request has failed once, with what says when it may be made again. */
export interface TriedStep extends StepPlace {
  code: string;
  details: FailureDetails;
}

/** How far the steps of a list have come. */
export interface Advanced {
  /** How many are done; the next one goes on from its stored result, if it has one. */
  at: number;
  /** The first turn that is not done, if the next step is a loop. */
  turn?: number;
  /** The step that failed for good. */
  failed?: { code: string } & Partial<StepPlace>;
  /** The step whose request failed once, and may be made again after a pause. */
  tried?: TriedStep;
  /** Whether a step has ended the run as completed. */
  isStopped?: true;
  /** Whether somebody has cancelled the run. */
  isCancelled?: true;
}

/** A run that has begun. */
export interface AdvancedRun extends BegunRun, Advanced {
  /** How the run has ended; absent if there are steps left for the workflow. */
  end?: RunEnd;
  /** The run that may begin because of that, by its id at Temporal. */
  next?: string;
}

/** A step with its inner steps, by the key that holds them. */
export interface PlannedStep {
  id: string;
  way: StepWay;
  /** The action of a step that calls another service. */
  service?: string;
  blocks?: Record<string, PlannedStep[]>;
}

/** The place of a step. `item` names the iterations of the enclosing loops; absent outside of loops. */
export interface StepPlace {
  stepId: string;
  item?: string;
}

export interface StepInput extends StepPlace {
  runId: string;
}

/** How a run ends. The code and the place say why and where it failed; the message is in the step's result. */
export type RunEnd = (
  { status: 'completed' } | { status: 'cancelled' } | ({ status: 'failed'; code: string } & Partial<StepPlace>)
) & {
  /** Whether a step has waited, so that waits may be open. */
  hasWaited?: true;
  hasPlace?: true;
};
