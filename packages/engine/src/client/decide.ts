import { Problem } from '@tallyhook/schemas';
import type { Store } from '@tallyhook/store';
import {
  getRun,
  isEnded,
  listDecisions,
  listUnsettledRuns,
  noteDecided,
  recordDecision,
  settleDecisions,
  type Decision,
  type DecisionChoice,
  type Run,
} from '@tallyhook/store/runs';
import { queueAfterDecisions } from './run-again.ts';
import { listUnclearSteps } from './unclear-steps.ts';

/** What somebody decides about a step that may have done something. */
export interface Deciding {
  stepId: string;
  item: string;
  choice: DecisionChoice;
  /** The output of a step that is taken as done. */
  output?: unknown;
  /** A person's id or `key:<id>`. */
  by: string;
}

/**
 * Records a decision, and queues the next attempt of the run once all its unclear steps are decided. The row of the
 * decision is written first, so it is made once, and holds although nothing can be queued or started now.
 * @throws Problem `run_open`, `invalid_request` for a step without such a choice, `already_decided`
 */
export async function decide(
  store: Store,
  run: Run,
  { stepId, item, choice, output = null, by }: Deciding,
): Promise<Run | null> {
  if (!isEnded(run)) {
    const detail = `The run "${run.id}" is ${run.status}: decide once it has ended.`;
    throw new Problem('run_open', detail);
  }
  if (run.isTest) throw new Problem('invalid_request', 'This run was a test of steps: nothing goes on after it.');
  const unclear = await listUnclearSteps(store, run.id);
  const step = unclear.find(({ key }) => key.stepId === stepId && key.item === item);
  const allowed = step?.choices.map((one) => one.choice) ?? [];
  if (!allowed.includes(choice)) {
    const detail =
      step === undefined
        ? `The step "${stepId}" of the run needs no decision: it ended clearly, or never began.`
        : `The step "${stepId}" cannot be decided as "${choice}": choose ${allowed.join(', ')}.`;
    throw new Problem('invalid_request', detail);
  }
  const key = { workspaceId: run.workspaceId, runId: run.id, stepId, item };
  if (await recordDecision(store, run, { ...key, choice, output, by, at: new Date() })) return settle(store, run);
  const before = (await listDecisions(store, run.id)).find((one) => one.stepId === stepId && one.item === item);
  const when = before === undefined ? '' : ` at ${before.at.toISOString()}: ${before.choice}`;
  throw new Problem('already_decided', `Somebody has decided about the step "${stepId}"${when}.`);
}

/**
 * Queues what the decisions about a run ask for. Returns the next attempt; null if a step is still undecided, or if
 * somebody decided to stop.
 */
async function settle(store: Store, run: Run): Promise<Run | null> {
  const [unclear, decisions] = await Promise.all([listUnclearSteps(store, run.id), listDecisions(store, run.id)]);
  const isDecided = ({ key }: { key: { stepId: string; item: string } }) =>
    decisions.some(({ stepId, item }) => stepId === key.stepId && item === key.item);
  if (!unclear.every(isDecided)) return null;
  const isStopped = decisions.some(({ choice }) => choice === 'stop');
  const next = isStopped ? null : await queueAfterDecisions(store, run, { decisions, by: lastOf(decisions).by });
  await noteDecided(store, run.id);
  await settleDecisions(store, run.id);
  return next;
}

const lastOf = (decisions: readonly Decision[]) => decisions.at(-1)!;

/** Queues what decisions ask for whose process ended before it was queued. Returns the runs to start. */
export async function settleLeftovers(
  store: Store,
  now: Date,
  { olderThanMs }: { olderThanMs: number },
): Promise<Run[]> {
  const queued: Run[] = [];
  for (const id of await listUnsettledRuns(store, new Date(now.getTime() - olderThanMs))) {
    const run = await getRun(store, id);
    const next = run === null ? null : await settle(store, run);
    if (next !== null) queued.push(next);
  }
  return queued;
}
