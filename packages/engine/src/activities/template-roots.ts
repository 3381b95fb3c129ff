import { walkSteps } from '@tallyhook/schemas/kinds';
import { readTestTrigger } from '@tallyhook/store/runs';
import { itemsAround, turnInside } from '../workflows/item-path.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { readOnce } from './read-once.ts';
import { resultsWithin } from './results-of-run.ts';
import type { StepOfRun } from './read-step.ts';

/**
 * Reads the values that the templates of a step can reach: the event that started the run, the outputs of completed
 * steps, and the roots of the enclosing steps. Inside a loop these are the values of its iteration and of everything
 * outside the loop.
 */
export async function readTemplateRoots(
  { store, kinds }: Pick<ActivityDependencies, 'store' | 'kinds'>,
  { run, step, key }: StepOfRun,
): Promise<Record<string, unknown>> {
  const [trigger, results] = await Promise.all([
    readOnce(run, 'trigger', () =>
      run.isTest ? readTestTrigger(store, run) : kinds.triggers[run.trigger.kind]!.readRoots(store, run.trigger, run),
    ),
    resultsWithin(store, run, itemsAround(key.item)),
  ]);
  const { parents = [] } =
    walkSteps(run.definition.steps, kinds.declared).find(({ step: { id } }) => id === step.id) ?? {};
  const inside = parents.map(({ id, kind }) => {
    const opened = results.find(({ stepId }) => stepId === id);
    if (opened === undefined) return {};
    const turn = opened.opened?.turns === undefined ? null : turnInside(opened.item, key.item);
    return kinds.steps[kind]?.readRoots?.(opened, turn) ?? {};
  });
  const completed = results.filter(({ status }) => status === 'completed');
  return {
    ...(Object.assign({}, ...inside) as Record<string, unknown>),
    trigger,
    steps: Object.fromEntries(completed.map(({ stepId, output }) => [stepId, { output }])),
  };
}
