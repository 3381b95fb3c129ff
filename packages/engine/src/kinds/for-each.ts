import type { ForEachStep } from '@tallyhook/schemas';
import { maxLoopItems } from '@tallyhook/schemas/kinds';
import { ActionError } from '@tallyhook/sdk';
import { listOutputs } from '@tallyhook/store/runs';
import { itemOfTurn } from '../workflows/item-path.ts';
import type { StepWork } from './work.ts';

export const forEach: StepWork<ForEachStep> = {
  async run(_deps, { step, fillIn, keepInput }) {
    const list = listOf(step, await fillIn(step.list));
    await keepInput({ list });
    return { opens: { block: 'steps', turns: list.length, parallel: step.parallel ?? 1 } };
  },
  async close({ store }, { step, key }, { opened }) {
    const last = step.steps.at(-1)!.id;
    const items = [...Array(opened?.turns ?? 0).keys()].map((turn) => itemOfTurn(key.item, turn));
    return listOutputs(store, { ...key, stepId: last }, items);
  },
  readRoots: ({ input }, turn) => ({ item: (input as { list: unknown[] }).list[turn!], index: turn }),
};

/** @throws ActionError `invalid_input` if it is no list, or too long */
function listOf({ list: text }: ForEachStep, list: unknown): unknown[] {
  if (!Array.isArray(list)) {
    const given = list === undefined || list === null ? 'nothing' : `a ${typeof list}`;
    const what = typeof text === 'string' ? text : 'the list';
    throw new ActionError('invalid_input', `A list is needed, but ${what} gives ${given}.`);
  }
  if (list.length <= maxLoopItems) return list;
  const detail = `The list has ${list.length} items, but a loop runs over at most ${maxLoopItems}: find fewer, or split the work.`;
  throw new ActionError('invalid_input', detail);
}
