import { askSource, questionOfReport, understandQuestion, type Answer } from '@tallyhook/query';
import type { Report, RunReportStep } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import type { Branch } from '@tallyhook/store/branches';
import { getDefinition } from '@tallyhook/store/definitions';
import { choicesInUse, openMongoSource, startTurn } from '@tallyhook/store/questions';
import { openBranchOfRun } from '../activities/branch-of-run.ts';
import type { StepWork } from './work.ts';

/** Total time limit of a question. */
const questionLimitMs = 8_000;

/** Asks the report's question as it is currently saved. */
export const runReport: StepWork<RunReportStep> = {
  async run({ store, now }, { run, step: { report: reportId }, signal, keepInput }) {
    const startedAt = now();
    await keepInput({ report: reportId });
    const branch = await openBranchOfRun(store, run);
    const report = await getDefinition(store, branch, 'report', reportId);
    const question = questionOfReport(report.definition as Report, branch.types);
    await keepInput({ report: reportId, question });
    const answer = await askOfBranch(store, branch, question, { now: startedAt, signal });
    return { output: { ...answer, report: { id: report.id, name: report.name } } };
  },
};

/**
 * Queries the records of a branch, the same way as the API.
 * @throws Problem `invalid_question` with every mistake, or `query_timeout`
 */
async function askOfBranch(
  store: Store,
  branch: Branch,
  question: unknown,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Answer> {
  const { types, timezone, weekStart } = branch;
  const turn = startTurn({ limitMs: questionLimitMs, left: signal });
  const understood = await understandQuestion(question, { types, now, timezone, weekStart }, (unlisted) =>
    choicesInUse(store, branch, unlisted, turn),
  );
  return askSource(understood, await openMongoSource(store, branch, understood), turn);
}
