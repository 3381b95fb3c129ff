import type { QueryStep } from '@tallyhook/schemas';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import { askOfBranch } from './ask-of-branch.ts';
import { filledFilter } from './filled-filter.ts';
import type { StepWork } from './work.ts';

export const query: StepWork<QueryStep> = {
  async run({ store, now }, { run, step, signal, fillIn, keepInput }) {
    const filled = (await fillIn(step.question)) as QueryStep['question'];
    const question = 'filter' in filled ? { ...filled, filter: filledFilter(filled.filter) } : filled;
    await keepInput({ question });
    const branch = await openBranchOfRun(store, run);
    return { output: await askOfBranch(store, branch, question, { now: now(), signal }) };
  },
};
