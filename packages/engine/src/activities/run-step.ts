import { cancellationSignal } from '@temporalio/activity';
import { Problem } from '@tallyhook/schemas';
import { renderStructure } from '@tallyhook/sdk';
import type { OpenedBlock } from '@tallyhook/schemas/kinds';
import { getStepResult, saveStepResult } from '@tallyhook/store/runs';
import type { RunningStep, StepOutcome, StepWork } from '../kinds/work.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { StepInput } from './interface.ts';
import { keepFailure } from './keep-failure.ts';
import { noteAbsent, type Notes } from './note-absent.ts';
import { readStep, type StepOfRun } from './read-step.ts';
import { readTemplateRoots } from './template-roots.ts';

/**
 * Runs a step once; the result of an earlier attempt is returned unchanged. `showsRunning`: the step is shown while it
 * runs. Returns the steps inside it to run next, if any.
 */
export async function runStepActivity(
  deps: ActivityDependencies,
  stepInput: StepInput,
  { showsRunning }: { showsRunning: boolean },
): Promise<OpenedBlock | undefined> {
  const { store, now } = deps;
  const place = await readStep(deps, stepInput);
  const before = await getStepResult(store, place.key);
  if (before?.status === 'completed') return undefined;
  if (before?.opened) return before.opened;
  const startedAt = now();
  let input: unknown = null;
  const absent = noteAbsent();
  const running: RunningStep = {
    ...place,
    signal: cancellationSignal(),
    fillIn: async (value) =>
      renderStructure(value, await readTemplateRoots(deps, place), { place: 'input', onAbsent: absent.note }),
    async keepInput(given) {
      input = given;
      if (showsRunning)
        await saveStepResult(store, place.key, { status: 'running', input, startedAt, ...absent.notes() });
    },
  };
  try {
    const outcome = await workOf(deps, place).run(deps, running);
    return await keepOutcome(deps, place, { outcome, input, startedAt, notes: absent.notes() });
  } catch (error) {
    await keepFailure(deps, place.key, { input, startedAt, error, ...absent.notes() });
    throw error;
  }
}

async function keepOutcome(
  { store, now }: ActivityDependencies,
  { key }: StepOfRun,
  { outcome, input, startedAt, notes }: { outcome: StepOutcome; input: unknown; startedAt: Date; notes: Notes },
): Promise<OpenedBlock | undefined> {
  if ('opens' in outcome) {
    await saveStepResult(store, key, { status: 'running', input, opened: outcome.opens, startedAt, ...notes });
    return outcome.opens;
  }
  await saveStepResult(store, key, {
    status: 'completed',
    input,
    output: outcome.output,
    startedAt,
    endedAt: now(),
    ...notes,
  });
  return undefined;
}

/** Completes a step after the steps inside it have ended. */
export async function closeStepActivity(deps: ActivityDependencies, stepInput: StepInput): Promise<void> {
  const { store, now } = deps;
  const place = await readStep(deps, stepInput);
  const before = await getStepResult(store, place.key);
  if (before === null || before.status === 'completed') return;
  const { input, startedAt } = before;
  try {
    const output = (await workOf(deps, place).close?.(deps, place)) ?? null;
    await saveStepResult(store, place.key, { status: 'completed', input, output, startedAt, endedAt: now() });
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
