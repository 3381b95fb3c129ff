/**
 * What the workflow may call. Inputs and outputs stand in Temporal's history for weeks, so they hold ids and the names
 * people gave to steps, nothing else; everything more is read from and written to the store.
 */
export interface RunActivities {
  /** Marks the run as running and says what its steps are, in order; none when it has ended before. */
  beginRun(input: { runId: string }): Promise<{ steps: PlannedStep[] }>;
  /** Answers the report of the step and keeps the answer as its output. */
  runReport(input: StepInput): Promise<void>;
  /** Runs the connector action of the step and keeps what the other service answered as its output. */
  runAction(input: StepInput): Promise<void>;
  /** Fills in the input of a step that sends a file, and opens the journal of its upload: it waits for a worker. */
  queueFile(input: StepInput): Promise<void>;
  /** Sends the file of the step, from where the journal says that it is, and keeps what the other service answered. */
  sendFile(input: StepInput): Promise<void>;
  /** Writes what became of the run. */
  endRun(input: { runId: string; end: RunEnd }): Promise<void>;
}

export interface PlannedStep {
  id: string;
  /** `sendFile`: an action that sends a file. */
  kind: 'runReport' | 'action' | 'sendFile';
}

export interface StepInput {
  runId: string;
  stepId: string;
}

/** How a run ends; `code` and `stepId` say why it failed, the words are with the step's result. */
export type RunEnd =
  { status: 'completed' } | { status: 'cancelled' } | { status: 'failed'; code: string; stepId?: string };
