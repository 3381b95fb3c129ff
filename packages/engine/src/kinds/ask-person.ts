import type { AskPersonStep } from '@tallyhook/schemas';
import { durationMs } from '@tallyhook/schemas/kinds';
import { ActionError } from '@tallyhook/sdk';
import { endWaitInTime, openWait } from '@tallyhook/store/runs';
import { notifyOfQuestion } from '../notify.ts';
import { textOf } from './text-of.ts';
import { stillWaiting, type StepWork } from './work.ts';

/** How long a step waits unless it says so. */
export const usualWait = '7d';

export const askPerson: StepWork<AskPersonStep> = {
  async run({ store, now }, { run, step, key, fillIn, keepInput }) {
    const { to = null, inputs = [], within = usualWait } = step;
    const message = textOf(await fillIn(step.message));
    await keepInput({ message, to });
    const openedAt = now();
    const until = new Date(openedAt.getTime() + durationMs(within));
    const wait = await openWait(store, { key, run, asked: { message, inputs, to }, openedAt, until });
    // A step that begins again opens nothing new.
    if (wait.openedAt.getTime() === openedAt.getTime()) await notifyOfQuestion(store, run, { message, to }, openedAt);
    return { waits: { until: wait.until, wakes: true } };
  },
  async close({ store, now }, { step, key }) {
    const wait = await endWaitInTime(store, key, now());
    if (wait?.state === 'open') return stillWaiting;
    if (wait?.answer && 'values' in wait.answer)
      return { answered: true, values: wait.answer.values, by: wait.answeredBy, at: wait.answeredAt };
    if (step.otherwise === 'goOn') return { answered: false, values: {}, by: null, at: null };
    throw new ActionError('fatal', `Nobody answered within ${step.within ?? usualWait}.`);
  },
};
