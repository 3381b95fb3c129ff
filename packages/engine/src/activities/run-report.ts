import { cancellationSignal } from '@temporalio/activity';
import { questionOfReport } from '@tallyhook/query';
import type { Report } from '@tallyhook/schemas';
import { getDefinition } from '@tallyhook/store/definitions';
import { getStepResult, saveStepResult } from '@tallyhook/store/runs';
import { askOfBranch } from './ask-report.ts';
import { openBranchOfRun } from './branch-of-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { StepInput } from './interface.ts';
import { keepFailure } from './keep-failure.ts';
import { readStep } from './run-step.ts';

/** The step "Run Report": asks the report's question as it is saved now, and keeps the answer as the step's output. */
export async function runReportActivity(
  { store, now }: Pick<ActivityDependencies, 'store' | 'now'>,
  input: StepInput,
): Promise<void> {
  const startedAt = now();
  const { run, step, key } = await readStep(store, input, 'runReport');
  const before = await getStepResult(store, key);
  if (before?.status === 'completed') return;
  const given: { report: string; question?: unknown } = { report: step.report };
  try {
    const branch = await openBranchOfRun(store, run);
    const report = await getDefinition(store, branch, 'report', step.report);
    given.question = questionOfReport(report.definition as Report, branch.types);
    const answer = await askOfBranch(store, branch, given.question, { now: startedAt, signal: cancellationSignal() });
    const output = { ...answer, report: { id: report.id, name: report.name } };
    await saveStepResult(store, key, { status: 'completed', input: given, output, startedAt, endedAt: now() });
  } catch (error) {
    await keepFailure({ store, now }, key, { input: given, startedAt, error });
    throw error;
  }
}
