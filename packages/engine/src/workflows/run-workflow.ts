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
import type { PlannedStep, RunActivities, RunEnd, StepInput } from '../activities/interface.ts';
import { codeOf, pauseBeforeNextTurnMs } from './failures.ts';
import { filesTaskQueueOf } from './files-task-queue.ts';

/** Reads and writes of our own database. They are tried until it answers: a run's end must not get lost. */
const { beginRun, queueFile, endRun } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '10s' },
});

/** A question has eight seconds; the rest is for reading the step and keeping the answer. */
const { runReport } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '12s',
  retry: { maximumAttempts: 3, initialInterval: '500ms' },
});

/**
 * What leaves us: one attempt. Whether a request may be made again, the journal decides and not a retry policy. A worker
 * beats every three seconds; a busy machine may miss four beats before its worker counts as dead.
 */
const { runAction } = proxyActivities<RunActivities>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '15s',
  retry: { maximumAttempts: 1 },
  // The run is over when the worker has written what became of the request.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/**
 * Sending a file: its own queue, where uploads wait for each other and nothing else waits for them. The hour that it may
 * take is counted by the journal, over all workers.
 */
const fileOptions = {
  startToCloseTimeout: '70m',
  heartbeatTimeout: '15s',
  retry: { maximumAttempts: 1 },
  // The run is over when the worker has written how far the file had got.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
} as const;

/** The journal counts what is sent; this only ends what dies again and again without sending. */
const mostFileTurns = 60;

/**
 * Interprets the definition of one run: its steps in order, until one fails. Control flow only: what the steps are and
 * what they bring is with the activities, which know the run by its id.
 */
export async function runWorkflow({ runId }: { runId: string }): Promise<void> {
  const end = await runSteps(runId);
  await CancellationScope.nonCancellable(() => endRun({ runId, end }));
  if (end.status === 'failed') throw ApplicationFailure.nonRetryable(`The run failed: ${end.code}`, end.code);
}

async function runSteps(runId: string): Promise<RunEnd> {
  let stepId: string | undefined;
  try {
    const { steps } = await beginRun({ runId });
    for (const step of steps) {
      stepId = step.id;
      await runStep(runId, step);
    }
    return { status: 'completed' };
  } catch (error) {
    // A request that was broken off for it fails in words of its own.
    if (isCancellation(error) || CancellationScope.current().consideredCancelled) return { status: 'cancelled' };
    return { status: 'failed', code: codeOf(error), ...(stepId !== undefined && { stepId }) };
  }
}

async function runStep(runId: string, { id: stepId, kind }: PlannedStep): Promise<void> {
  switch (kind) {
    case 'runReport':
      return runReport({ runId, stepId });
    case 'action':
      return inTurns(() => runAction({ runId, stepId }));
    case 'sendFile':
      return sendFileOfStep({ runId, stepId });
    default:
      throw ApplicationFailure.nonRetryable(`There is no kind of step "${String(kind)}"`, 'invalid_workflow');
  }
}

async function sendFileOfStep(input: StepInput): Promise<void> {
  await queueFile(input);
  const taskQueue = filesTaskQueueOf(workflowInfo().taskQueue);
  const { sendFile } = proxyActivities<RunActivities>({ ...fileOptions, taskQueue });
  return inTurns(() => sendFile(input), mostFileTurns);
}

/** After a failure that may be tried again, and after the death of the worker, the activity is scheduled again. */
async function inTurns(work: () => Promise<void>, most?: number): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pauseBeforeNextTurnMs(error, turn, most);
      if (pauseMs === null) throw error;
      await sleep(pauseMs);
    }
  }
}
