import { cancellationSignal } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { Problem } from '@tallyhook/schemas';
import { renderStructure } from '@tallyhook/sdk';
import type { StepNext } from '@tallyhook/schemas/kinds';
import type { Run } from '@tallyhook/store/runs';
import { stillWaiting, type RunningStep, type StepOutcome, type StepWork } from '../kinds/work.ts';
import { openBranchOfRun } from './branch-of-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { StepInput } from './interface.ts';
import { sentenceOf } from '../failure-sentences.ts';
import { keepFailure } from './keep-failure.ts';
import { collectNotes, type Notes } from './collect-notes.ts';
import { readStep, type StepOfRun } from './read-step.ts';
import { keepResult, resultOf } from './results-of-run.ts';
import { readTemplateRoots } from './template-roots.ts';

/**
 * Runs a step once; the result of an earlier attempt is returned unchanged. `showsRunning`: the step is shown while it
 * runs. Returns what the run does next because of it, if anything.
 */
export async function runStepActivity(
  deps: ActivityDependencies,
  stepInput: StepInput,
  { showsRunning, run: known }: { showsRunning: boolean; run?: Run },
): Promise<StepNext | undefined> {
  const { store, now } = deps;
  const place = await readStep(deps, stepInput, known);
  const { run, key } = place;
  const before = await resultOf(store, run, key);
  // The end of the run is the only thing that a completed step still asks for.
  if (before?.status === 'completed') return before.next && 'end' in before.next ? before.next : undefined;
  if (before?.opened || before?.next) return before.opened ?? before.next!;
  // Temporal may deliver a cancellation only after this step has begun.
  if (before === null && run.cancelAsked) throw new CancelledFailure('The run is cancelled.');
  const startedAt = now();
  let input: unknown = null;
  const collected = collectNotes();
  const running: RunningStep = {
    ...place,
    signal: cancellationSignal(),
    async fillIn(value) {
      const [roots, timezone] = await Promise.all([readTemplateRoots(deps, place), timezoneFor(deps, place, value)]);
      return renderStructure(value, roots, { place: 'input', onAbsent: collected.noteAbsent, timezone });
    },
    note: collected.add,
    async keepInput(given) {
      input = given;
      if (showsRunning)
        await keepResult(store, run, key, { status: 'running', input, startedAt, ...collected.notes() });
    },
  };
  try {
    const outcome = await workOf(deps, place).run(deps, running);
    return await keepOutcome(deps, place, { outcome, input, startedAt, notes: collected.notes() });
  } catch (error) {
    await keepFailure(deps, place.key, { input, startedAt, error, ...collected.notes() });
    throw error;
  }
}

/** The zone of the branch, read only for templates that write dates. */
async function timezoneFor({ store }: ActivityDependencies, { run }: StepOfRun, value: unknown): Promise<string> {
  if (!/\|\s*date\b/.test(JSON.stringify(value) ?? '')) return 'UTC';
  return (await openBranchOfRun(store, run)).timezone;
}

async function keepOutcome(
  { store, now }: ActivityDependencies,
  { run, key }: StepOfRun,
  { outcome, input, startedAt, notes }: { outcome: StepOutcome; input: unknown; startedAt: Date; notes: Notes },
): Promise<StepNext | undefined> {
  if ('opens' in outcome) {
    await keepResult(store, run, key, { status: 'running', input, opened: outcome.opens, startedAt, ...notes });
    return outcome.opens;
  }
  if ('waits' in outcome || 'calls' in outcome) {
    const next = 'waits' in outcome ? waitOf(outcome) : callOf(outcome);
    await keepResult(store, run, key, { status: 'running', input, next, startedAt, ...notes });
    return next;
  }
  const ended = { input, startedAt, endedAt: now(), ...notes };
  if ('output' in outcome) {
    await keepResult(store, run, key, { status: 'completed', output: outcome.output, ...ended });
    return undefined;
  }
  const { as, message } = outcome.ends;
  const next = { end: as };
  const error = { code: 'stopped', message: message ?? sentenceOf('stopped') };
  const result = as === 'failed' ? { status: as, error } : { status: as, output: { message } };
  await keepResult(store, run, key, { ...result, next, ...ended });
  return next;
}

const waitOf = ({ waits: { until, wakes } }: Extract<StepOutcome, { waits: unknown }>) => ({
  until: until.toISOString(),
  ...(wakes && { wakes }),
});

const callOf = ({ calls, background }: Extract<StepOutcome, { calls: unknown }>) => ({
  calls,
  ...(background && { background }),
});

/** Completes a step after what it began has ended; returns what it still waits for otherwise. */
export async function closeStepActivity(
  deps: ActivityDependencies,
  stepInput: StepInput,
  known?: Run,
): Promise<StepNext | undefined> {
  const { store, now } = deps;
  const place = await readStep(deps, stepInput, known);
  const { run, key } = place;
  const before = await resultOf(store, run, key);
  if (before === null || before.status === 'completed') return undefined;
  const { input, startedAt } = before;
  try {
    const output = (await workOf(deps, place).close?.(deps, place, before)) ?? null;
    if (output === stillWaiting) return before.next ?? undefined;
    await keepResult(store, run, key, { status: 'completed', input, output, startedAt, endedAt: now() });
    return undefined;
  } catch (error) {
    await keepFailure(deps, place.key, { input, startedAt, error });
    throw error;
  }
}

function workOf({ kinds }: ActivityDependencies, { step: { id, kind } }: StepOfRun): StepWork {
  const work = Object.hasOwn(kinds.steps, kind) ? kinds.steps[kind] : undefined;
  if (work !== undefined) return work;
  throw new Problem('invalid_workflow', `The step "${id}" has the unknown kind "${kind}".`);
}
