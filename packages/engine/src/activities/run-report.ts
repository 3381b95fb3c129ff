import { cancellationSignal } from '@temporalio/activity';
import type { Report } from '@tallyhook/schemas';
import { getDefinition, getStepResult, saveStepResult } from '@tallyhook/store';
import { isCalledOff, readFailure } from '../failure-from.ts';
import { askOfBranch, questionOf } from './ask-report.ts';
import { openBranchOfRun } from './branch-of-run.ts';
import type { ActivityDependencies } from './dependencies.ts';
import type { StepInput } from './interface.ts';
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
    given.question = questionOf(report.definition as Report);
    const answer = await askOfBranch(store, branch, given.question, { now: startedAt, signal: cancellationSignal() });
    const output = { ...answer, report: { id: report.id, name: report.name } };
    await saveStepResult(store, key, { status: 'completed', input: given, output, startedAt, endedAt: now() });
  } catch (error) {
    if (isCalledOff(error)) throw error;
    const { code, message } = readFailure(error);
    const failed = { code, message };
    await saveStepResult(store, key, { status: 'failed', input: given, error: failed, startedAt, endedAt: now() });
    throw error;
  }
}
