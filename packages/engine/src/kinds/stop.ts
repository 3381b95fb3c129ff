import type { StopStep } from '@tallyhook/schemas';
import type { StepWork } from './work.ts';

export const stop: StepWork<StopStep> = {
  async run(_deps, { step: { as = 'completed', message }, fillIn, keepInput }) {
    const filled = message === undefined ? null : ((await fillIn(message)) ?? '');
    const said = filled === null || typeof filled === 'string' ? filled : JSON.stringify(filled);
    await keepInput({ as, ...(said !== null && { message: said }) });
    return { ends: { as, message: said } };
  },
};
