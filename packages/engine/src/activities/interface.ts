import type { StepWay } from '@tallyhook/schemas/kinds';
import type { OpenedBlock } from '@tallyhook/schemas/kinds';

/**
 * What the workflow may call. Inputs and outputs stand in Temporal's history for weeks, so they hold ids and the names
 * people gave to steps, nothing else; everything more is read from and written to the store.
 */
export interface RunActivities {
  /** Marks the run as running and plans its steps; none when it has ended before. */
  beginRun(input: { runId: string }): Promise<{ steps: PlannedStep[] }>;
  /** Runs a step that takes seconds at most. Answers which steps inside it run next, if any. */
  runQuickStep(input: StepInput): Promise<OpenedBlock | undefined>;
  /** Runs a step that calls another service, or lasts. */
  runLongStep(input: StepInput): Promise<OpenedBlock | undefined>;
  /** Fills in the input of a step that sends a file, and opens the journal of its upload: it waits for a worker. */
  queueFile(input: StepInput): Promise<void>;
  /** Sends the file of the step, from where the journal says that it is, and keeps what the other service answered. */
  sendFile(input: StepInput): Promise<void>;
  /** Completes a step when the steps inside it have ended. */
  closeStep(input: StepInput): Promise<void>;
  /** Writes what became of the run. */
  endRun(input: { runId: string; end: RunEnd }): Promise<void>;
}

/** A step with the steps inside it, by the key that holds them. */
export interface PlannedStep {
  id: string;
  way: StepWay;
  blocks?: Record<string, PlannedStep[]>;
}

/** Where a step is: `item` names the turns of the loops around it, and is absent outside of loops. */
export interface StepPlace {
  stepId: string;
  item?: string;
}

export interface StepInput extends StepPlace {
  runId: string;
}

/** How a run ends; the code and the place say why and where it failed, the words are with the step's result. */
export type RunEnd =
  { status: 'completed' } | { status: 'cancelled' } | ({ status: 'failed'; code: string } & Partial<StepPlace>);
