import { questionOfReport } from '@tallyhook/query';
import type { Answer, Report, RunReportStep } from '@tallyhook/schemas';
import { numberText } from '@tallyhook/schemas/number-text';
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
    return { output: { ...answer, shown: shownOverall(answer), report: { id: report.id, name: report.name } } };
  },
};

/** The measures over everything as texts for messages; null without a value. */
function shownOverall({ overall, meta }: Pick<Answer, 'overall' | 'meta'>): Record<string, string | null> {
  const formats = new Map(meta.columns.map(({ name, format }) => [name, format]));
  const shown = Object.entries(overall).map(([name, value]) => [
    name,
    typeof value === 'number' ? numberText(value, formats.get(name)) : value === null ? null : String(value),
  ]);
  return Object.fromEntries(shown) as Record<string, string | null>;
}
