import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { OpenedBlock } from '@tallyhook/schemas/kinds';
import type { PlannedStep, RunActivities, RunEnd, StepInput, StepPlace } from '../activities/interface.ts';
import { codeOf, pauseBeforeNextTurnMs } from './failures.ts';
import { filesTaskQueueOf } from './files-task-queue.ts';
import { itemOfTurn } from './item-path.ts';

/** Reads and writes of our own database. They are tried until it answers: a run's end must not get lost. */
const { beginRun, queueFile, closeStep, endRun } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '10s' },
});

/** A question has eight seconds; the rest is for reading the step and keeping the answer. */
const { runQuickStep } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '12s',
  retry: { maximumAttempts: 3, initialInterval: '500ms' },
});

/**
 * A worker beats five times in this time, so a busy machine may miss four beats before its worker counts as dead. Set
 * from the input of the run: the SDK gives each run its own copy of this module.
 */
let heartbeatTimeoutMs = 15_000;

/** What leaves us: one attempt. Whether a request may be made again, the journal decides and not a retry policy. */
const longOptions = {
  startToCloseTimeout: '5m',
  retry: { maximumAttempts: 1 },
  // The run is over when the worker has written what became of the request.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;

/**
 * Sending a file: its own queue, where uploads wait for each other and nothing else waits for them. The hour that it may
 * take is counted by the journal, over all workers.
 */
const fileOptions = {
  startToCloseTimeout: '70m',
  retry: { maximumAttempts: 1 },
  // The run is over when the worker has written how far the file had got.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;

/** The journal counts what is sent; this only ends what dies again and again without sending. */
const maxFileTurns = 60;

export interface RunWorkflowInput {
  runId: string;
  /** How long a worker may be silent before its step is given to another. Default 15 s. */
  heartbeatTimeoutMs?: number;
}

/**
 * Interprets the definition of one run: its steps in order, those inside others in turn, until one fails. Control flow
 * only: what the steps are and what they bring is with the activities, which know the run by its id.
 */
export async function runWorkflow({ runId, ...input }: RunWorkflowInput): Promise<void> {
  heartbeatTimeoutMs = input.heartbeatTimeoutMs ?? heartbeatTimeoutMs;
  const end = await runToEnd(runId);
  await CancellationScope.nonCancellable(() => endRun({ runId, end }));
  if (end.status === 'failed') throw ApplicationFailure.nonRetryable(`The run failed: ${end.code}`, end.code);
}

/** A run and where it has failed, once it has. */
interface RunState {
  runId: string;
  failedAt?: StepPlace;
}

async function runToEnd(runId: string): Promise<RunEnd> {
  const run: RunState = { runId };
  try {
    const { steps } = await beginRun({ runId });
    await runSteps(run, steps, '');
    return { status: 'completed' };
  } catch (error) {
    // A request that was broken off for it fails in words of its own.
    if (isCancellation(error) || CancellationScope.current().consideredCancelled) return { status: 'cancelled' };
    return { status: 'failed', code: codeOf(error), ...run.failedAt };
  }
}

/** Runs steps one after the other, in the turns of loops that `item` names. */
async function runSteps(run: RunState, steps: readonly PlannedStep[], item: string): Promise<void> {
  for (const step of steps) {
    const place: StepPlace = { stepId: step.id, ...(item !== '' && { item }) };
    try {
      const input = { runId: run.runId, ...place };
      const opened = await runStep(step, input);
      if (!opened) continue;
      await runBlock(run, step, { opened, item });
      await closeStep(input);
    } catch (error) {
      // The innermost comes first.
      run.failedAt ??= place;
      throw error;
    }
  }
}

/** Runs the steps inside a step: once, or in turns. */
async function runBlock(
  run: RunState,
  { blocks = {} }: PlannedStep,
  { opened: { block, turns }, item }: { opened: OpenedBlock; item: string },
): Promise<void> {
  const steps = blocks[block] ?? [];
  if (turns === undefined) return runSteps(run, steps, item);
  for (let turn = 0; turn < turns; turn++) await runSteps(run, steps, itemOfTurn(item, turn));
}

async function runStep({ way }: PlannedStep, input: StepInput): Promise<OpenedBlock | void> {
  switch (way) {
    case 'quick':
      return runQuickStep(input);
    case 'long':
      return runLong(input);
    case 'file':
      return sendFileOfStep(input);
    default:
      throw ApplicationFailure.nonRetryable(`No step can be run as "${String(way)}"`, 'invalid_workflow');
  }
}

async function runLong(input: StepInput): Promise<OpenedBlock | void> {
  const { runLongStep } = proxyActivities<RunActivities>({ ...longOptions, heartbeatTimeout: heartbeatTimeoutMs });
  return inTurns(() => runLongStep(input));
}

async function sendFileOfStep(input: StepInput): Promise<void> {
  await queueFile(input);
  const taskQueue = filesTaskQueueOf(workflowInfo().taskQueue);
  const options = { ...fileOptions, taskQueue, heartbeatTimeout: heartbeatTimeoutMs };
  const { sendFile } = proxyActivities<RunActivities>(options);
  return inTurns(() => sendFile(input), maxFileTurns);
}

/** After a failure that may be tried again, and after the death of the worker, the activity is scheduled again. */
async function inTurns<Result>(work: () => Promise<Result>, maxTurns?: number): Promise<Result> {
  for (let turn = 1; ; turn++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pauseBeforeNextTurnMs(error, turn, maxTurns);
      if (pauseMs === null) throw error;
      await sleep(pauseMs);
    }
  }
}
