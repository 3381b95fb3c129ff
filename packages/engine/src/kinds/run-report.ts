import { questionOfReport } from '@tallyhook/query';
import type { Report, RunReportStep } from '@tallyhook/schemas';
import { createSharedReads, oncePer, type SharedReads, type Store } from '@tallyhook/store';
import { getDefinition } from '@tallyhook/store/definitions';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import { askOfBranch } from './ask-of-branch.ts';
import type { StepWork } from './work.ts';

/** Runs that begin at the same time often answer the same report. */
const sharedReads = oncePer<Store, SharedReads>(createSharedReads);

/** Asks the report's question as it is currently saved. */
export const runReport: StepWork<RunReportStep> = {
  async run({ store, now }, { run, step: { report: reportId }, signal, keepInput }) {
    const startedAt = now();
    await keepInput({ report: reportId });
    const branch = await openBranchOfRun(store, run);
    const report = await sharedReads(store)(JSON.stringify([branch.workspaceId, branch.id, reportId]), () =>
      getDefinition(store, branch, 'report', reportId),
    );
    const question = questionOfReport(report.definition as Report, branch.types);
    await keepInput({ report: reportId, question });
    const answer = await askOfBranch(store, branch, question, { now: startedAt, signal });
    return { output: { ...answer, report: { id: report.id, name: report.name } } };
  },
};
