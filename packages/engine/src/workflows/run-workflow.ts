import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  ChildWorkflowCancellationType,
  ChildWorkflowFailure,
  condition,
  continueAsNew,
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
import { CancelledFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { CalledRun, OpenedBlock, StepNext, StepWait } from '@tallyhook/schemas/kinds';
import type {
  AdvancedRun,
  PlannedStep,
  RunActivities,
  RunEnd,
  StepInput,
  StepPlace,
  TriedStep,
} from '../activities/interface.ts';
import { codeOf, pauseAfterFailureMs, pauseBeforeComingBackMs, pauseBeforeNextTurnMs } from './failures.ts';
import { filesTaskQueueOf } from './files-task-queue.ts';
import { itemOfTurn } from './item-path.ts';
import { forPlace, wakeSignal } from './wake-signal.ts';

/** Reads and writes of our own database. They are retried until it answers: the end of a run must not get lost. */
const { beginRun, queueFile, closeStep, endRun } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', maximumInterval: '10s' },
});

/**
 * Advances runs. Requests to quick services are among the steps, and the journal decides which may be repeated after the
 * death of a worker. The run ends after their outcome is recorded.
 */
const { advanceRun, advanceSteps } = proxyLocalActivities<RunActivities>({
  startToCloseTimeout: '5m',
  retry: { initialInterval: '200ms', maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
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
  /**
   * Whether activities advance the run as far as they can; histories of runs from before have one activity per step.
   * Replays depend on it, so it never changes within a run.
   */
  advances?: true;
  /** After this many events, the run goes on in a new history. Default: when Temporal suggests it. */
  renewAfterEvents?: number;
  /** What the run knew before it went on in this history. */
  before?: { woken: string[]; hasWaited: boolean; turns: [place: string, turn: number][] };
}

/**
 * Interprets the definition of one run: its steps in order, nested ones included, until one fails. Control flow only:
 * the activities know the content of the steps and look it up by the run's id.
 */
export async function runWorkflow(input: RunWorkflowInput): Promise<void> {
  heartbeatTimeoutMs = input.heartbeatTimeoutMs ?? heartbeatTimeoutMs;
  const { woken = [], hasWaited = false, turns = [] } = input.before ?? {};
  const run: RunState = {
    ...{ runId: input.runId, advances: input.advances === true, renewAfterEvents: input.renewAfterEvents },
    ...{ isOver: false, isRenewing: false, hasWaited, hasPlace: false },
    ...{ woken: new Set(woken), turns: new Map(turns), tried: new Map() },
  };
  const { end, isRecorded } = await runToEnd(run);
  if (end === 'renew') {
    const before = { woken: [...run.woken], hasWaited: run.hasWaited, turns: [...run.turns] };
    return continueAsNew<typeof runWorkflow>({ ...input, before });
  }
  if (!isRecorded)
    await CancellationScope.nonCancellable(async () => tellNext((await endRun({ runId: run.runId, end }))?.next));
  if (end.status === 'failed') throw ApplicationFailure.nonRetryable(`The run failed: ${end.code}`, end.code);
}

/** Wakes the run that waits for the place of this one. One that is gone was woken by the sweep, or was cancelled. */
async function tellNext(next: string | null | undefined): Promise<void> {
  if (!next) return;
  await getExternalWorkflowHandle(next)
    .signal(wake, forPlace)
    .catch(() => undefined);
}

/**
 * A run, where it failed if it has, whether it ends although steps are under way, and the steps whose waits were
 * answered, as `<step id>:<item>`.
 */
interface RunState {
  runId: string;
  advances: boolean;
  renewAfterEvents: number | undefined;
  failedAt?: StepPlace;
  isOver: boolean;
  /** Whether it goes on in a new history as soon as nothing is under way. */
  isRenewing: boolean;
  hasWaited: boolean;
  hasPlace: boolean;
  woken: Set<string>;
  /** The first turn of each loop that may not be done, by `<step id>:<item>`, for the next history. */
  turns: Map<string, number>;
  /** The steps that an activity has tried once while it advanced the run, by `<step id>:<item>`. */
  tried: Map<string, TriedStep>;
}

const placeOf = ({ stepId, item = '' }: StepPlace) => `${stepId}:${item}`;

/** Sent after the answer to a wait was stored. */
const wake = defineSignal<[string]>(wakeSignal);

/** How often a step asks for the end of a run that it called but did not start itself. */
const askAgainMs = 30_000;

/** How the run ends, and whether that is recorded; or that it goes on in a new history. */
interface Ending {
  end: RunEnd | 'renew';
  isRecorded?: true;
}

async function runToEnd(run: RunState): Promise<Ending> {
  setHandler(wake, (place) => void run.woken.add(place));
  const { end, isRecorded } = await runSafely(run);
  if (isRecorded || end === 'renew') return { end, ...(isRecorded && { isRecorded }) };
  const { hasWaited, hasPlace } = run;
  return { end: { ...end, ...(hasWaited && { hasWaited }), ...(hasPlace && { hasPlace }) } };
}

async function runSafely(run: RunState): Promise<Ending> {
  try {
    const { steps, at, turn, end, next } = await beginInTurn(run);
    if (end !== undefined) {
      await CancellationScope.nonCancellable(() => tellNext(next));
      return { end, isRecorded: true };
    }
    await runSteps(run, steps, { item: '', from: { at, turn } });
    return { end: { status: 'completed' } };
  } catch (error) {
    return { end: endFrom(run, error) };
  }
}

function endFrom(run: RunState, error: unknown): RunEnd | 'renew' {
  if (error instanceof RenewedRun) return 'renew';
  if (error instanceof StoppedRun) return { status: 'completed' };
  // A request that was aborted by the cancellation fails with its own error.
  if (isCancellation(error) || CancellationScope.current().consideredCancelled) return { status: 'cancelled' };
  return { status: 'failed', code: codeOf(error), ...run.failedAt };
}

/** Waits for a place if the workflow limits how many of its runs are under way. */
async function beginInTurn(run: RunState): Promise<AdvancedRun> {
  for (let waits = 0; ; waits += 1) {
    const begun: AdvancedRun = run.advances
      ? await advanceRun({ runId: run.runId })
      : { ...(await beginRun({ runId: run.runId })), at: 0 };
    run.hasPlace = begun.hasPlace === true;
    if (begun.tried !== undefined) run.tried.set(placeOf(begun.tried), begun.tried);
    await Promise.all((begun.wakes ?? []).map(tellNext));
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

/** Ends this history: the run goes on in a new one, from what its steps have stored. */
class RenewedRun extends Error {
  override readonly name = 'RenewedRun';
}

/** Long loops would make histories that Temporal refuses. Called where nothing of this branch of the run is under way. */
function renewIfLong(run: RunState): void {
  if (!run.advances) return;
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  run.isRenewing ||= run.renewAfterEvents === undefined ? continueAsNewSuggested : historyLength > run.renewAfterEvents;
  if (run.isRenewing) throw new RenewedRun();
}

/** Where a list of steps goes on: at which step, and at which of its turns if that is a loop. */
interface From {
  at: number;
  turn?: number | undefined;
}

/** Runs steps one after the other. `item` is the path of the enclosing loop iterations. */
async function runSteps(
  run: RunState,
  steps: readonly PlannedStep[],
  { item, from }: { item: string; from?: From },
): Promise<void> {
  const { at, turn } = from ?? (await advance(run, steps, { item }));
  for (const [index, step] of steps.entries()) {
    if (index < at) continue;
    const place: StepPlace = { stepId: step.id, ...(item !== '' && { item }) };
    const input = { runId: run.runId, ...place };
    try {
      let next = await runStep(run, step, input);
      while (next) {
        await follow(run, step, { next, item, turn: index === at ? turn : undefined });
        next = await closeStep(input);
      }
    } catch (error) {
      if (error instanceof RenewedRun) throw error;
      // The steps around one that stopped the run have ended well.
      if (error instanceof StoppedRun) await closeStep(input);
      // The innermost failure is reported first.
      else run.failedAt ??= place;
      run.isOver = true;
      throw error;
    }
  }
}

const isForActivity = (step: PlannedStep | undefined) => step?.way === 'quick' || step?.way === 'request';

/** Has an activity run the first of some steps, if it can. */
async function advance(
  run: RunState,
  steps: readonly PlannedStep[],
  { item, turn }: { item: string; turn?: number },
): Promise<From> {
  if (!run.advances || !isForActivity(steps[0]) || hasTriedWithin(run, item)) return { at: 0, turn };
  const input = { runId: run.runId, steps, item, ...(turn !== undefined && { turn }) };
  const { failed, tried, isStopped, isCancelled, ...from } = await advanceSteps(input);
  if (tried !== undefined) run.tried.set(placeOf(tried), tried);
  // Other turns may be waiting: they end as well.
  run.isOver ||= isCancelled === true || failed !== undefined || isStopped === true;
  if (isCancelled) throw new CancelledFailure('The run is cancelled.');
  if (failed !== undefined) {
    const { code, ...place } = failed;
    run.failedAt ??= place as StepPlace;
    throw ApplicationFailure.nonRetryable('A step has failed.', code);
  }
  if (isStopped) throw new StoppedRun();
  return from;
}

/** Whether a step inside has to pause before its next request: no activity may make it before that. */
function hasTriedWithin({ tried }: RunState, item: string): boolean {
  return [...tried.values()].some(({ item: at = '' }) => item === '' || at === item || at.startsWith(`${item}/`));
}

/** Does what a step asked for. */
async function follow(
  run: RunState,
  step: PlannedStep,
  { next, item, turn }: { next: StepNext; item: string; turn: number | undefined },
): Promise<void> {
  if ('until' in next) return waitFor(run, next, `${step.id}:${item}`);
  if ('calls' in next) return callRun(run, next);
  if ('end' in next) {
    if (next.end === 'completed') throw new StoppedRun();
    throw ApplicationFailure.nonRetryable('The workflow stopped itself as failed.', 'stopped');
  }
  const steps = step.blocks?.[next.block] ?? [];
  if (next.turns === undefined) return runSteps(run, steps, { item });
  const place = `${step.id}:${item}`;
  const from = turn ?? run.turns.get(place) ?? 0;
  const runTurn = (each: number) => runSteps(run, steps, { item: itemOfTurn(item, each) });
  if (run.advances && (next.parallel ?? 1) === 1 && isForActivity(steps[0]))
    await runInBatches(run, { step, item, place }, { turns: next.turns, from, runTurn });
  else await runTurns(run, next, { from, place, runTurn });
}

/** Runs the iterations of a loop one after the other: an activity as many as it can, and the workflow the next. */
async function runInBatches(
  run: RunState,
  { step, item, place }: { step: PlannedStep; item: string; place: string },
  { turns, from, runTurn }: { turns: number; from: number; runTurn: (turn: number) => Promise<void> },
): Promise<void> {
  for (let turn = from; turn < turns; turn++) {
    run.turns.set(place, turn);
    renewIfLong(run);
    const reached = await advance(run, [step], { item, turn });
    if (reached.at === 1) break;
    turn = reached.turn ?? turn;
    run.turns.set(place, turn);
    await runTurn(turn);
  }
  run.turns.delete(place);
}

/** Waits until a moment or an answer. A run that ends because of another step waits for neither. */
async function waitFor(run: RunState, { until, wakes }: StepWait, place: string): Promise<void> {
  run.hasWaited = true;
  const leftMs = Math.max(1, Date.parse(until) - Date.now());
  const isWoken = () => wakes === true && run.woken.has(place);
  await condition(() => isWoken() || run.isOver || run.isRenewing, leftMs);
  if (run.isRenewing && !run.isOver) throw new RenewedRun();
  run.woken.delete(place);
  if (run.isOver) throw ApplicationFailure.nonRetryable('The run ends because of another step.', 'stopped');
}

/** Runs the workflow that a step calls. Its own row says how it ended, so its failure is not thrown here. */
async function callRun(
  { advances }: RunState,
  { calls: { runId, temporalWorkflowId }, background }: CalledRun,
): Promise<void> {
  try {
    const called = await startChild(runWorkflow, {
      workflowId: temporalWorkflowId,
      args: [{ runId, heartbeatTimeoutMs, ...(advances && { advances }) }],
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
  run: RunState,
  { turns = 0, parallel = 1 }: OpenedBlock,
  { from, place, runTurn }: { from: number; place: string; runTurn: (turn: number) => Promise<void> },
): Promise<void> {
  let begun = from;
  const failures: unknown[] = [];
  const open = new Set<number>();
  const work = async () => {
    while (begun < turns && failures.length === 0) {
      try {
        renewIfLong(run);
        const turn = begun++;
        open.add(turn);
        await runTurn(turn);
        open.delete(turn);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, turns) }, work));
  run.turns.set(place, Math.min(begun, ...open));
  // A failure counts although the run was about to go on in a new history.
  if (failures.length > 0) throw failures.find((error) => !(error instanceof RenewedRun)) ?? failures[0];
  run.turns.delete(place);
}

async function runStep(run: RunState, { way }: PlannedStep, input: StepInput): Promise<StepNext | void> {
  switch (way) {
    case 'quick':
      return runQuickStep(input);
    case 'request':
    case 'long': {
      const tried = run.tried.get(placeOf(input));
      run.tried.delete(placeOf(input));
      return runLong(input, tried);
    }
    case 'file':
      return sendFileOfStep(input);
    default:
      throw ApplicationFailure.nonRetryable(`No step can be run as "${String(way)}"`, 'invalid_workflow');
  }
}

async function runLong(input: StepInput, tried: TriedStep | undefined): Promise<StepNext | void> {
  const { runLongStep } = proxyActivities<RunActivities>({ ...longOptions, heartbeatTimeout: heartbeatTimeoutMs });
  return inTurns(() => runLongStep(input), { tried });
}

async function sendFileOfStep(input: StepInput): Promise<void> {
  await queueFile(input);
  const taskQueue = filesTaskQueueOf(workflowInfo().taskQueue);
  const options = { ...fileOptions, taskQueue, heartbeatTimeout: heartbeatTimeoutMs };
  const { sendFile } = proxyActivities<RunActivities>(options);
  return inTurns(() => sendFile(input), { maxTurns: maxFileTurns });
}

/** Schedules the activity again after a retryable failure or the death of its worker. `tried`: it has failed once. */
async function inTurns<Result>(
  work: () => Promise<Result>,
  { tried, maxTurns }: { tried?: TriedStep | undefined; maxTurns?: number },
): Promise<Result> {
  if (tried !== undefined) {
    const pauseMs = pauseAfterFailureMs(tried.details, 1, maxTurns);
    if (pauseMs === null) throw ApplicationFailure.nonRetryable('The step has failed.', tried.code);
    await sleep(pauseMs);
  }
  for (let turn = tried === undefined ? 1 : 2; ;) {
    try {
      return await work();
    } catch (error) {
      const backMs = pauseBeforeComingBackMs(error);
      const pauseMs = backMs ?? pauseBeforeNextTurnMs(error, turn++, maxTurns);
      if (pauseMs === null) throw error;
      await sleep(pauseMs);
    }
  }
}
