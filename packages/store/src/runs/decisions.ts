import type { Collection } from 'mongodb';
import { audited } from '../audit/audit.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { keepValue, readValue, type KeptValue } from './kept-values.ts';
import type { Run } from './runs.ts';
import type { StepKey } from './step-results.ts';

/**
 * What a person decided about a step that may have done something: do it `again`, `continue` its upload, take it as
 * `done`, or `stop`.
 */
export type DecisionChoice = 'again' | 'continue' | 'done' | 'stop';

/** A decision: one per run, step and item. */
export interface Decision extends StepKey {
  choice: DecisionChoice;
  /** The output of a step that is taken as done. */
  output: unknown;
  /** A person's id or `key:<id>`. */
  by: string;
  at: Date;
}

interface DecisionDocument extends Omit<Decision, 'output'> {
  _id: string;
  output: KeptValue | null;
  /** Whether everything that follows from it is queued. */
  isSettled: boolean;
}

export const decisionIndexes: CollectionIndexes = {
  collection: 'decisions',
  indexes: [
    { key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true },
    { key: { at: 1 }, name: 'unsettled', partialFilterExpression: { isSettled: false } },
  ],
};

const decisions = (store: Store): Collection<DecisionDocument> => store.system.collection(decisionIndexes.collection);

/** Records a decision and its audit row. Returns false and changes nothing if somebody has decided before. */
export async function recordDecision(store: Store, run: Run, decision: Decision): Promise<boolean> {
  const { workspaceId, id: target, workflowName, branchName } = run;
  const { stepId, item, choice, by, at } = decision;
  const output = decision.choice === 'done' ? await keepValue(store, workspaceId, decision.output) : null;
  const details = { name: workflowName, branch: branchName, step: stepId, ...(item !== '' && { item }), choice };
  try {
    await audited(store, { action: 'run.decided', by, at, workspaceId, target, details }, async (session) => {
      await decisions(store).insertOne({ _id: newId(), ...decision, output, isSettled: false }, { session });
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The decisions about the steps of a run. */
export async function listDecisions(store: Store, runId: string): Promise<Decision[]> {
  const rows = await decisions(store).find({ runId }).sort({ _id: 1 }).toArray();
  return Promise.all(
    rows.map(async ({ workspaceId, runId, stepId, item, choice, by, at, output }) => ({
      ...{ workspaceId, runId, stepId, item, choice, by, at },
      output: output === null ? null : await readValue(store, workspaceId, output),
    })),
  );
}

/** Runs with decisions from before a moment whose consequences are not queued. */
export async function listUnsettledRuns(store: Store, before: Date): Promise<string[]> {
  return decisions(store).distinct('runId', { isSettled: false, at: { $lt: before } });
}

/** Records that what follows from the decisions of a run is queued. */
export async function settleDecisions(store: Store, runId: string): Promise<void> {
  await decisions(store).updateMany({ runId, isSettled: false }, { $set: { isSettled: true } });
}
