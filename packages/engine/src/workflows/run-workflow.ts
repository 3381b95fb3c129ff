import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  condition,
  defineSignal,
  getExternalWorkflowHandle,
  isCancellation,
  ParentClosePolicy,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  startChild,
  workflowInfo,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { CalledRun, OpenedBlock, StepNext, StepWait } from '@tallyhook/schemas/kinds';
import type { BegunRun, PlannedStep, RunActivities, RunEnd, StepInput, StepPlace } from '../activities/interface.ts';
import { codeOf, pauseBeforeNextTurnMs } from './failures.ts';
import { filesTaskQueueOf } from './files-task-queue.ts';
import { itemOfTurn } from './item-path.ts';
import { forPlace, wakeSignal } from './wake-signal.ts';

/** Reads and writes of our own database. They are retried until it answers: the end of a run must not get lost. */
const { beginRun, queueFile, closeStep, endRun } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '10s' },
});

/** A question has eight seconds; the rest is for reading the step and saving the answer. */
const { runQuickStep } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '12s',
  retry: { maximumAttempts: 3, initialInterval: '500ms' },
});

/**
 * A worker sends five heartbeats in this time, so a busy machine may miss four before its worker counts as dead. Set
 * from the input of the run; each run has its own copy of this module in the SDK's sandbox.
 */
let heartbeatTimeoutMs = 15_000;

/**
 * Requests to other services: one attempt. The journal, not a retry policy, decides whether a request may be repeated.
 */
const longOptions = {
  startToCloseTimeout: '5m',
  retry: { maximumAttempts: 1 },
  // The run ends after the worker has recorded the outcome of the request.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;

/**
 * Sending a file has its own queue: uploads wait for each other, and nothing else waits for them. The journal counts
 * the maximum hour across all workers.
 */
const fileOptions = {
  startToCloseTimeout: '70m',
  retry: { maximumAttempts: 1 },
  // The run ends after the worker has recorded how much of the file has arrived.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;

/** The journal counts the sends; this only stops a step whose workers keep dying without sending. */
const maxFileTurns = 60;

export interface RunWorkflowInput {
  runId: string;
  /** How long a worker may be silent before its step goes to another. Default 15 s. */
  heartbeatTimeoutMs?: number;
}

/**
 * Interprets the definition of one run: its steps in order, nested ones included, until one fails. Control flow only:
 * the activities know the content of the steps and look it up by the run's id.
 */
export async function runWorkflow({ runId, ...input }: RunWorkflowInput): Promise<void> {
  heartbeatTimeoutMs = input.heartbeatTimeoutMs ?? heartbeatTimeoutMs;
  const end = await runToEnd(runId);
  await CancellationScope.nonCancellable(async () => {
    const ended = await endRun({ runId, end });
    // One that is gone was woken by the sweep, or was cancelled.
    if (ended?.next)
      await getExternalWorkflowHandle(ended.next)
        .signal(wake, forPlace)
        .catch(() => undefined);
  });
  if (end.status === 'failed') throw ApplicationFailure.nonRetryable(`The run failed: ${end.code}`, end.code);
}

/**
 * A run, where it failed if it has, whether it ends although steps are under way, and the steps whose waits were
 * answered, as `<step id>:<item>`.
 */
interface RunState {
  runId: string;
  failedAt?: StepPlace;
  isOver: boolean;
  hasWaited: boolean;
  hasPlace: boolean;
  woken: Set<string>;
}

/** Sent after the answer to a wait was stored. */
const wake = defineSignal<[string]>(wakeSignal);

/** How often a step asks for the end of a run that it called but did not start itself. */
const askAgainMs = 30_000;

async function runToEnd(runId: string): Promise<RunEnd> {
  const run: RunState = { runId, isOver: false, hasWaited: false, hasPlace: false, woken: new Set() };
  const end = await runSafely(run);
  return { ...end, ...(run.hasWaited && { hasWaited: true }), ...(run.hasPlace && { hasPlace: true }) };
}

async function runSafely(run: RunState): Promise<RunEnd> {
  setHandler(wake, (place) => void run.woken.add(place));
  try {
    const { steps } = await beginInTurn(run);
    await runSteps(run, steps, '');
    return { status: 'completed' };
  } catch (error) {
    if (error instanceof StoppedRun) return { status: 'completed' };
    // A request that was aborted by the cancellation fails with its own error.
    if (isCancellation(error) || CancellationScope.current().consideredCancelled) return { status: 'cancelled' };
    return { status: 'failed', code: codeOf(error), ...run.failedAt };
  }
}

/** Waits for a place if the workflow limits how many of its runs are under way. */
async function beginInTurn(run: RunState): Promise<BegunRun> {
  for (let waits = 0; ; waits += 1) {
    const begun = await beginRun({ runId: run.runId });
    run.hasPlace = begun.hasPlace === true;
    if (!begun.isWaiting) return begun;
    // It is woken when a place is free. The time is for a signal that got lost.
    await condition(() => run.woken.has(forPlace), Math.min(60_000 * 2 ** waits, 3_600_000));
    run.woken.delete(forPlace);
  }
}

/** Ends the run as completed from within its steps. */
class StoppedRun extends Error {
  override readonly name = 'StoppedRun';
}

/** Runs steps one after the other. `item` is the path of the enclosing loop iterations. */
async function runSteps(run: RunState, steps: readonly PlannedStep[], item: string): Promise<void> {
  for (const step of steps) {
    const place: StepPlace = { stepId: step.id, ...(item !== '' && { item }) };
    const input = { runId: run.runId, ...place };
    try {
      let next = await runStep(step, input);
      while (next) {
        await follow(run, step, { next, item });
        next = await closeStep(input);
      }
    } catch (error) {
      // The steps around one that stopped the run have ended well.
      if (error instanceof StoppedRun) await closeStep(input);
      // The innermost failure is reported first.
      else run.failedAt ??= place;
      run.isOver = true;
      throw error;
    }
  }
}

/** Does what a step asked for. */
async function follow(
  run: RunState,
  step: PlannedStep,
  { next, item }: { next: StepNext; item: string },
): Promise<void> {
  if ('until' in next) return waitFor(run, next, `${step.id}:${item}`);
  if ('calls' in next) return callRun(next);
  if ('end' in next) {
    if (next.end === 'completed') throw new StoppedRun();
    throw ApplicationFailure.nonRetryable('The workflow stopped itself as failed.', 'stopped');
  }
  const steps = step.blocks?.[next.block] ?? [];
  if (next.turns === undefined) return runSteps(run, steps, item);
  await runTurns(next, (turn) => runSteps(run, steps, itemOfTurn(item, turn)));
}

/** Waits until a moment or an answer. A run that ends because of another step waits for neither. */
async function waitFor(run: RunState, { until, wakes }: StepWait, place: string): Promise<void> {
  run.hasWaited = true;
  const leftMs = Math.max(1, Date.parse(until) - Date.now());
  await condition(() => (wakes === true && run.woken.has(place)) || run.isOver, leftMs);
  run.woken.delete(place);
  if (run.isOver) throw ApplicationFailure.nonRetryable('The run ends because of another step.', 'stopped');
}

/** Runs the workflow that a step calls. Its own row says how it ended, so its failure is not thrown here. */
async function callRun({ calls: { runId, temporalWorkflowId }, background }: CalledRun): Promise<void> {
  try {
    const called = await startChild(runWorkflow, {
      workflowId: temporalWorkflowId,
      args: [{ runId, heartbeatTimeoutMs }],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      parentClosePolicy: ParentClosePolicy.ABANDON,
      cancellationType: background
        ? ChildWorkflowCancellationType.ABANDON
        : ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    });
    if (!background) await called.result();
  } catch (error) {
    if (isCancellation(error)) throw error;
    if (error instanceof ChildWorkflowFailure) return;
    // A reset of this run at Temporal comes here a second time.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    if (!background) await sleep(askAgainMs);
  }
}

/**
 * Runs the iterations of a loop, several at a time if it says so. After a failure no other begins, and those under way
 * are waited for: what they send has its result recorded.
 */
async function runTurns(
  { turns = 0, parallel = 1 }: OpenedBlock,
  runTurn: (turn: number) => Promise<void>,
): Promise<void> {
  let begun = 0;
  const failures: unknown[] = [];
  const work = async () => {
    while (begun < turns && failures.length === 0) {
      try {
        await runTurn(begun++);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, turns) }, work));
  if (failures.length > 0) throw failures[0];
}

async function runStep({ way }: PlannedStep, input: StepInput): Promise<StepNext | void> {
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

async function runLong(input: StepInput): Promise<StepNext | void> {
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

/** Schedules the activity again after a retryable failure or the death of its worker. */
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
