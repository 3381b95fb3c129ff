import type { OpenedBlock, StepNext } from '@tallyhook/schemas/kinds';
import { cancellationSignal } from '@temporalio/activity';
import { Problem } from '@tallyhook/schemas';
import { getRun, isCancelAsked, type Run } from '@tallyhook/store/runs';
import { detailsOf, isCalledOff, readFailure } from '../failure-from.ts';
import { itemOfTurn } from '../workflows/item-path.ts';
import { beginOrGoOn } from './begin-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { endRunActivity } from './end-run.ts';
import type { Advanced, AdvancedRun, AdvanceInput, BegunRun, PlannedStep, RunEnd, StepPlace } from './interface.ts';
import { expectResults } from './results-of-run.ts';
import { closeStepActivity, runStepActivity } from './run-step.ts';

/** No further step begins after this time: the workflow goes on, so that it can be cancelled and others get a turn. */
const longestMs = 3_000;
/** An action that took longer is not run in this way for a while: a slow service must not hold up other runs. */
const slowMs = 2_000;
const slowForMs = 60_000;
/** How many local activities a worker runs at the same time. Most of the time they wait for the database or a service. */
export const maxLocalActivities = 16;
/**
 * How many of them make a request; the others are for our own reads and writes. A step that finds no place is run as an
 * activity of its own, which costs more than all its reads and writes.
 */
const maxRequests = 12;

/** Runs the steps of runs within one local activity, as far as they need nothing from the workflow. */
export interface Advancer {
  /** Begins a run and runs its first steps. If these are all, records its end as well. */
  advanceRun(input: { runId: string }): Promise<AdvancedRun>;
  /** Runs the steps of one list inside a step. */
  advanceSteps(input: AdvanceInput): Promise<Advanced>;
}

/**
 * Creates the activities that advance runs. The results of steps are stored one by one, and a step with a result is not
 * run again, so an activity that is repeated after its worker has died goes on where it stood, and the journal decides
 * what may be sent again.
 */
export function createAdvancer(deps: ActivityDependencies): Advancer {
  const slowUntil = new Map<string, number>();
  let requests = 0;

  return {
    async advanceRun({ runId }) {
      const { run, begun, isNew } = await beginOrGoOn(deps, { runId });
      if (begun.isWaiting) return { ...begun, at: 0 };
      if (isNew) expectResults(run);
      const position = begun.steps.length === 0 ? await endedBefore(runId) : await work(run, begun.steps);
      return { ...begun, ...position, ...(await recordEnd(deps, runId, { begun, position })) };
    },
    async advanceSteps({ runId, steps, item, turn }) {
      const run = await getRun(deps.store, runId);
      if (run === null) throw new Problem('not_found', `There is no run "${runId}".`);
      return work(run, steps, { item, turn });
    },
  };

  /** How a run ended that has no steps left: a person, the sweep or another worker ended it. */
  async function endedBefore(runId: string): Promise<Advanced> {
    const run = await getRun(deps.store, runId);
    if (run?.status === 'cancelled') return { at: 0, isCancelled: true };
    if (run?.status !== 'failed' || run.error === null) return { at: 0, isStopped: true };
    const { code, stepId, item } = run.error;
    return { at: 0, failed: { code, ...(stepId !== undefined && { stepId, ...(item !== undefined && { item }) }) } };
  }

  function work(
    run: Run,
    steps: readonly PlannedStep[],
    { item = '', turn: firstTurn = 0 }: { item?: string; turn?: number | undefined } = {},
  ): Promise<Advanced> {
    const { id: runId } = run;
    const endAt = performance.now() + longestMs;
    return runList(steps, item);

    async function runList(list: readonly PlannedStep[], at: string): Promise<Advanced> {
      for (const [index, step] of list.entries()) {
        const place: StepPlace = { stepId: step.id, ...(at !== '' && { item: at }) };
        // The first step begins with a run that was just read.
        if (step !== steps[0] && (await isCancelAsked(deps.store, runId))) return { at: index, isCancelled: true };
        if (performance.now() > endAt || !mayRunHere(step)) return { at: index };
        const position = await runOne(step, place, at);
        if (position !== undefined) return { ...position, at: index };
      }
      return { at: list.length };
    }

    /** Undefined once the step is done. */
    async function runOne(step: PlannedStep, place: StepPlace, at: string): Promise<Omit<Advanced, 'at'> | undefined> {
      const input = { runId, ...place };
      try {
        const next = await timed(step, () => runStepActivity(deps, input, { showsRunning: false, run }));
        return await follow(step, { next, place, at });
      } catch (error) {
        // What was aborted is for the workflow to judge, which knows whether the run is cancelled.
        if (isCalledOff(error) || cancellationSignal().aborted) throw error;
        const failure = readFailure(error);
        const { code, mayRetry, message } = failure;
        deps.logger.info({ activity: 'advance', runId, code, step: step.id }, `a step failed: ${message}`);
        if (!mayRetry) return { failed: { code, ...place } };
        // The workflow repeats it, with pauses.
        return step.way === 'request' ? { tried: { code, details: detailsOf(failure), ...place } } : {};
      }
    }

    /** Runs the steps inside one, and completes it; what the workflow has to do is left to it. */
    async function follow(
      step: PlannedStep,
      { next, place, at }: { next: StepNext | undefined; place: StepPlace; at: string },
    ): Promise<Omit<Advanced, 'at'> | undefined> {
      if (next === undefined) return undefined;
      if ('end' in next)
        return next.end === 'completed' ? { isStopped: true } : { failed: { code: 'stopped', ...place } };
      if (!('block' in next)) return {};
      const position = await runBlock(step, next, at);
      if (position !== undefined && !position.isStopped) return position;
      // The steps around one that stopped the run have ended well.
      const later = await closeStepActivity(deps, { runId, ...place }, run);
      return position ?? (later === undefined ? undefined : {});
    }

    async function runBlock(
      step: PlannedStep,
      { block, turns, parallel = 1 }: OpenedBlock,
      at: string,
    ): Promise<Omit<Advanced, 'at'> | undefined> {
      const inside = step.blocks?.[block] ?? [];
      if (turns === undefined) return unlessDone(await runList(inside, at), inside);
      if (parallel > 1) return {};
      for (let turn = step === steps[0] ? firstTurn : 0; turn < turns; turn++) {
        const position = unlessDone(await runList(inside, itemOfTurn(at, turn)), inside);
        if (position !== undefined) return { ...position, turn };
      }
      return undefined;
    }
  }

  function mayRunHere({ way, service }: PlannedStep): boolean {
    if (way === 'quick') return true;
    if (way !== 'request' || requests >= maxRequests) return false;
    return (slowUntil.get(service ?? '') ?? 0) < performance.now();
  }

  async function timed<Result>({ way, service = '' }: PlannedStep, run: () => Promise<Result>): Promise<Result> {
    if (way !== 'request') return run();
    const setSlow = () => void slowUntil.set(service, performance.now() + slowForMs);
    // A service that hangs is not asked by the next run as well.
    const timer = setInterval(setSlow, slowMs);
    requests += 1;
    try {
      return await run();
    } finally {
      requests -= 1;
      clearInterval(timer);
    }
  }
}

/** Undefined if all steps of a list are done; otherwise what keeps the step around them from being completed. */
function unlessDone(
  { at, failed, tried, isCancelled, isStopped }: Advanced,
  list: readonly PlannedStep[],
): Omit<Advanced, 'at' | 'turn'> | undefined {
  const isOpen = failed !== undefined || isCancelled || isStopped;
  if (at === list.length && !isOpen) return undefined;
  return {
    ...(failed && { failed }),
    ...(tried && { tried }),
    ...(isCancelled && { isCancelled }),
    ...(isStopped && { isStopped }),
  };
}

/** Records the end of a run whose steps are all done, or that ends because of one of them. */
async function recordEnd(
  deps: ActivityDependencies,
  runId: string,
  { begun, position }: { begun: BegunRun; position: Advanced },
): Promise<Pick<AdvancedRun, 'end' | 'next'>> {
  const end = endOf(begun, position);
  if (end === undefined) return {};
  const placed: RunEnd = { ...end, ...(begun.hasPlace && { hasPlace: true }) };
  const { next = null } = (await endRunActivity(deps, { runId, end: placed })) ?? {};
  return { end: placed, ...(next !== null && { next }) };
}

function endOf({ steps }: BegunRun, { at, failed, isCancelled, isStopped }: Advanced): RunEnd | undefined {
  if (isCancelled) return { status: 'cancelled' };
  if (failed !== undefined) return { status: 'failed', ...failed };
  return isStopped || at === steps.length ? { status: 'completed' } : undefined;
}
