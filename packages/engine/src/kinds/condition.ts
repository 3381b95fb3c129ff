import type { ConditionStep, WorkflowTest } from '@tallyhook/schemas';
import { meetsTest } from '@tallyhook/schemas/kinds';
import type { StepWork } from './work.ts';

export const condition: StepWork<ConditionStep> = {
  async run(_deps, { step, fillIn, keepInput }) {
    const test = (await fillIn(step.if)) as WorkflowTest;
    await keepInput({ if: test });
    const met = meetsTest(test);
    if (!met && step.else === undefined) return { output: { met } };
    return { opens: { block: met ? 'then' : 'else' } };
  },
  close: (_deps, _step, { opened }) => Promise.resolve({ met: opened?.block === 'then' }),
};
