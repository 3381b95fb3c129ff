import type { OpenedBlock, StepNext } from '@tallyhook/schemas/kinds';
import type { Collection } from 'mongodb';
import { inserter } from '../database/bulk-inserts.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { gather, oncePer } from '../database/gather.ts';
import { keepValue, readValue, removeValue, type KeptValue } from './kept-values.ts';
import type { RunError } from './runs.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

export type StepStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** Identifies one result: a step of a run, and the iterations of the loops around it. */
export interface StepKey {
  workspaceId: string;
  runId: string;
  stepId: string;
  /** The iterations from the outermost loop to the innermost, from 0, such as `2/0`; empty outside loops. */
  item: string;
}

/** The input and the result of a step. */
export interface StepResult extends StepKey {
  id: string;
  status: StepStatus;
  /** The step's input with its templates filled in; no secrets. */
  input: unknown;
  output: unknown;
  error: RunError | null;
  /** What people should know about the input, such as values that were absent. */
  notes: string[];
  /** Set once a step has started the steps inside it. */
  opened: OpenedBlock | null;
  /** What the run does because of the step, if it runs no steps inside it: waits, or ends. */
  next: Exclude<StepNext, OpenedBlock> | null;
  startedAt: Date;
  endedAt: Date | null;
}

/** Notes stay when a later outcome has none. */
export type StepOutcome = AnyOutcome & { notes?: string[]; next?: StepResult['next'] };

type AnyOutcome =
  | { status: 'running'; input: unknown; opened?: OpenedBlock; startedAt: Date }
  | { status: 'completed'; input: unknown; output: unknown; startedAt: Date; endedAt: Date }
  | { status: 'failed' | 'cancelled'; input: unknown; error: RunError; startedAt: Date; endedAt: Date };

interface StepResultDocument extends StepKey {
  _id: string;
  status: StepStatus;
  input: KeptValue;
  output: KeptValue | null;
  error: RunError | null;
  notes?: string[];
  opened?: OpenedBlock | null;
  next?: StepResult['next'];
  startedAt: Date;
  endedAt: Date | null;
}

const collectionName = 'step_results';

export const stepResultIndexes: CollectionIndexes = {
  collection: collectionName,
  indexes: [
    { key: { runId: 1, stepId: 1, item: 1 }, name: 'step', unique: true },
    // Before a large value is deleted with its run, others that share it are looked for.
    { key: { 'input.fileId': 1 }, name: 'inputFile', sparse: true },
    { key: { 'output.fileId': 1 }, name: 'outputFile', sparse: true },
  ],
};

/**
 * Writes the result of a step. A completed result is final: writing again changes nothing and returns false. So a step
 * that runs twice (after a crash, or after a reset of the run at Temporal) keeps its first output. `isFirst` expects that
 * the step has no result yet: those of several runs are then written together.
 */
export async function saveStepResult(
  store: Store,
  key: StepKey,
  outcome: StepOutcome,
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<boolean> {
  const { workspaceId, runId, stepId, item } = key;
  const input = await keepValue(store, workspaceId, outcome.input);
  const output = outcome.status === 'completed' ? await keepValue(store, workspaceId, outcome.output) : null;
  const values = {
    status: outcome.status,
    input,
    output,
    error: 'error' in outcome ? outcome.error : null,
    ...(outcome.notes && { notes: outcome.notes }),
    ...('opened' in outcome && outcome.opened && { opened: outcome.opened }),
    ...(outcome.next && { next: outcome.next }),
    startedAt: outcome.startedAt,
    endedAt: outcome.status === 'running' ? null : outcome.endedAt,
  };
  if (isFirst && (await resultInserter(store)({ _id: newId(), workspaceId, runId, stepId, item, ...values })))
    return true;
  try {
    const before = await stepResults(store).findOneAndUpdate(
      { runId, stepId, item, status: { $ne: 'completed' } },
      { $set: values, $setOnInsert: { _id: newId(), workspaceId } },
      { upsert: true, returnDocument: 'before' },
    );
    await removeValue(store, workspaceId, before?.input);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await Promise.all([removeValue(store, workspaceId, input), removeValue(store, workspaceId, output)]);
    const kept = await stepResults(store).findOne({ runId, stepId, item });
    // The other write was a concurrent first write and not a completed result: this outcome is newer.
    if (kept !== null && kept.status !== 'completed') return saveStepResult(store, key, outcome);
    return false;
  }
}

/** Inserts results, those that are written at the same time together. False for one that it could not insert. */
const resultInserter = oncePer((store: Store) => gather(inserter(() => stepResults(store))));

/**
 * Ends the open steps of a run, or one of them, or those with steps inside (`isOpened`), with an error that says why. A
 * cancelled run also ends a step that was to be retried; that step keeps the message of its last failure.
 */
export async function endOpenSteps(
  store: Store,
  { isOpened, ...steps }: { runId: string; stepId?: string; item?: string; isOpened?: true },
  { status, error, at }: { status: 'failed' | 'cancelled'; error: RunError; at: Date },
): Promise<void> {
  const open: StepStatus[] = status === 'cancelled' ? ['running', 'failed'] : ['running'];
  const values = { error: { $ifNull: ['$error', { $literal: error }] }, endedAt: { $ifNull: ['$endedAt', at] } };
  const match = { ...steps, ...(isOpened && { opened: { $ne: null } }), status: { $in: open } };
  await stepResults(store).updateMany(match, [{ $set: { status, ...values } }]);
}

/** Reads one result with its values; null if the step has not started. */
export async function getStepResult(store: Store, { runId, stepId, item }: StepKey): Promise<StepResult | null> {
  const document = await stepResults(store).findOne({ runId, stepId, item });
  return document === null ? null : readStepResult(store, document);
}

/** Lists the results of a run with their values, in the order the steps started; only those of `items` if given. */
export async function listStepResults(store: Store, runId: string, items?: readonly string[]): Promise<StepResult[]> {
  const match = { runId, ...(items && { item: { $in: [...items] } }) };
  const documents = await stepResults(store).find(match).sort({ startedAt: 1, _id: 1 }).toArray();
  return Promise.all(documents.map((document) => readStepResult(store, document)));
}

/** The failed steps of a run in the order in which they started, without their values, which may be large. */
export async function listFailedSteps(
  store: Store,
  runId: string,
): Promise<(StepKey & Pick<StepResult, 'status' | 'error'>)[]> {
  return stepResults(store)
    .find({ runId, status: 'failed' }, { projection: { _id: 0, input: 0, output: 0, opened: 0, next: 0, notes: 0 } })
    .sort({ startedAt: 1, _id: 1 })
    .toArray();
}

/** Copies the results of the completed steps of a run to another. */
export async function copyCompletedSteps(store: Store, fromRunId: string, runId: string): Promise<void> {
  const rows = await stepResults(store).find({ runId: fromRunId, status: 'completed' }).toArray();
  if (rows.length > 0) await stepResults(store).insertMany(rows.map((row) => ({ ...row, _id: newId(), runId })));
}

/** The outputs of one step at several places, in the order of `items`; null where it has none. */
export async function listOutputs(
  store: Store,
  { workspaceId, runId, stepId }: Omit<StepKey, 'item'>,
  items: readonly string[],
): Promise<unknown[]> {
  const rows = await stepResults(store)
    .find({ runId, stepId, item: { $in: [...items] }, status: 'completed' }, { projection: { item: 1, output: 1 } })
    .toArray();
  const byItem = new Map(rows.map(({ item, output }) => [item, output]));
  const read = async (output: KeptValue | null) => (output === null ? null : readValue(store, workspaceId, output));
  return Promise.all(items.map((item) => read(byItem.get(item) ?? null)));
}

async function readStepResult(
  store: Store,
  { _id, input, output, notes = [], opened = null, next = null, ...rest }: StepResultDocument,
): Promise<StepResult> {
  return {
    id: _id,
    ...rest,
    notes,
    opened,
    next,
    input: await readValue(store, rest.workspaceId, input),
    output: output === null ? null : await readValue(store, rest.workspaceId, output),
  };
}

function stepResults(store: Store): Collection<StepResultDocument> {
  return store.system.collection(collectionName);
}
