import type { FindRecordsStep } from '@tallyhook/schemas';
import { openMongoSource } from '@tallyhook/store/questions';
import { listRecords } from '@tallyhook/store/records';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import { understandOnBranch } from './ask-of-branch.ts';
import { filledFilter } from './filled-filter.ts';
import type { StepWork } from './work.ts';

export const findRecords: StepWork<FindRecordsStep> = {
  async run({ store, now }, { run, step, signal, fillIn, keepInput }) {
    const { type, limit = 100 } = step;
    const filter = filledFilter(await fillIn(step.filter ?? { and: [] }));
    await keepInput({ type, filter, limit });
    const branch = await openBranchOfRun(store, run);
    const { understood, turn } = await understandOnBranch(store, branch, { type, filter }, { now: now(), signal });
    const source = await openMongoSource(store, branch, understood);
    const stages = await source.filterStages(understood, turn);
    const { records } = await listRecords(store, branch, type, { limit, stages, turn });
    return { output: { records, first: records[0] ?? null, count: records.length } };
  },
};
