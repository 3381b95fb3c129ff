import { Problem } from '@tallyhook/schemas';
import { newIdAt, type Store } from '@tallyhook/store';
import {
  copyProgress,
  copyUpload,
  dropProgress,
  findDecidedRun,
  findOpenAttempt,
  insertRun,
  isEnded,
  lastAttempt,
  saveStepResult,
  type Decision,
  type NewRun,
  type Run,
} from '@tallyhook/store/runs';
import { getWorkflowSettings } from '@tallyhook/store/workflows';
import { describeRun } from './describe-run.ts';
import { listUnclearSteps } from './unclear-steps.ts';

/** How a run is run again. */
export interface Again {
  /** `failedStep` keeps what was completed, sent and written; `start` does everything again. */
  from: 'start' | 'failedStep';
  /** The workflow as it was in the run, or as it is now. */
  version: 'same' | 'newest';
  /** Who asks: a person's id or `key:<id>`. */
  by: string;
}

/**
 * Queues another attempt of a run that has ended: a run of its own, numbered after those before. Start it with
 * `startRun`. Two people who ask at the same time get the same attempt, and so does everybody while it is open.
 * @throws Problem `run_open` for a run that has not ended, `invalid_request` for an attempt from the failed step of a
 * run that has not failed, or with another version of the workflow; `not_found` if the workflow is gone
 */
export async function queueAgain(store: Store, run: Run, { from, version, by }: Again): Promise<Run> {
  refuseTest(run);
  refuse(run, { from, version });
  const firstId = run.againOf ?? run.id;
  // Read first: somebody who asks at the same time gets the same number, or else finds the other attempt open. Two
  // attempts at once would do everything twice that is left.
  const attempt = (await lastAttempt(store, firstId)) + 1;
  const open = await findOpenAttempt(store, firstId);
  if (open !== null) return open;
  if (from === 'failedStep') await refuseUnclear(store, run);
  const again = asAttempt(await asOf(store, run, version), { attempt, firstId, by });
  const runId = newIdAt(new Date());
  if (from === 'failedStep') await copyProgress(store, run, runId);
  return insertPrepared(store, again, runId);
}

/**
 * Queues the attempt that goes on after the decisions about a run, once: it begins with everything that the run has
 * completed, sent and written, and with the steps that were decided to be done or to continue.
 */
export async function queueAfterDecisions(
  store: Store,
  run: Run,
  { decisions, by }: { decisions: readonly Decision[]; by: string },
): Promise<Run> {
  const before = await findDecidedRun(store, run.id);
  if (before !== null) return before;
  const firstId = run.againOf ?? run.id;
  const attempt = (await lastAttempt(store, firstId)) + 1;
  const again = asAttempt(await asOf(store, run, 'same'), { attempt, firstId, by });
  const runId = newIdAt(new Date());
  await copyProgress(store, run, runId);
  for (const decision of decisions) await applyDecision(store, decision, runId);
  return insertPrepared(store, { ...again, decidedFrom: run.id }, runId);
}

/** A run as an attempt of the first one; the ids at Temporal differ by its number. */
export function asAttempt(
  { temporalWorkflowId, ...run }: NewRun,
  { attempt, firstId, by }: { attempt: number; firstId: string; by: string },
): NewRun {
  const first = temporalWorkflowId.replace(/:r\d+$/, '');
  return { ...run, attempt, againOf: firstId, againBy: by, temporalWorkflowId: `${first}:r${attempt}` };
}

/** Inserts an attempt for which progress may have been copied; drops that if somebody else was first. */
async function insertPrepared(store: Store, again: NewRun, runId: string): Promise<Run> {
  const { run, inserted } = await insertRun(store, again, new Date(), runId);
  if (!inserted) await dropProgress(store, runId);
  return run;
}

async function applyDecision(store: Store, decision: Decision, runId: string): Promise<void> {
  const { workspaceId, stepId, item, choice, output, at } = decision;
  if (choice === 'continue') await copyUpload(store, decision, runId);
  if (choice !== 'done') return;
  const key = { workspaceId, runId, stepId, item };
  const notes = ['A person decided that this step is done.'];
  await saveStepResult(store, key, { status: 'completed', input: null, output, notes, startedAt: at, endedAt: at });
}

/** Going on would do once more what may have been done: a person says so for each such step. */
async function refuseUnclear(store: Store, run: Run): Promise<void> {
  const [unclear] = await listUnclearSteps(store, run.id);
  if (unclear === undefined) return;
  const detail = `The step "${unclear.key.stepId}" may have done something at the other service: decide about it, which also runs the run again.`;
  throw new Problem('needs_decision', detail);
}

async function asOf(store: Store, run: Run, version: Again['version']): Promise<NewRun> {
  if (version === 'newest') return describeRun(store, run, run);
  const { workspaceId, branchId, branchName, workflowId, workflowName } = run;
  const { definition, connectors, trigger, temporalWorkflowId } = run;
  return {
    ...{ workspaceId, branchId, branchName, workflowId, workflowName },
    ...{ definition, connectors, trigger, temporalWorkflowId, attempt: 1 },
    accounts: await stillChosen(store, run),
  };
}

/** The accounts of a run that are still those of its workflow: one that was taken out is not used by old runs either. */
async function stillChosen(store: Store, run: Run): Promise<Record<string, string>> {
  const { accounts } = await getWorkflowSettings(store, run);
  return Object.fromEntries(Object.entries(run.accounts).filter(([name, id]) => accounts[name] === id));
}

function refuseTest({ isTest }: Run): void {
  if (isTest) throw new Problem('invalid_request', 'This run was a test of steps: test them again in the workflow.');
}

function refuse(run: Run, { from, version }: Pick<Again, 'from' | 'version'>): void {
  if (!isEnded(run)) {
    const detail = `The run "${run.id}" is ${run.status}: run it again once it has ended, or cancel it first.`;
    throw new Problem('run_open', detail);
  }
  if (from !== 'failedStep') return;
  if (run.status !== 'failed' || run.error?.stepId === undefined) {
    const detail = `The run "${run.id}" has no failed step to go on from: run it again from the start.`;
    throw new Problem('invalid_request', detail);
  }
  if (version === 'newest') {
    const detail =
      'From the failed step, a run goes on with the workflow as it was: the results so far belong to those steps. Run it again from the start to use the newest version.';
    throw new Problem('invalid_request', detail);
  }
}
