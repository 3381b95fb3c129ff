import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import type { CollectionIndexes, Store } from '../database/store.ts';
import type { WorkflowPlace } from './workflow-settings.ts';

/** Unpublished changes to a workflow, or a workflow that was never published. It may have mistakes. */
export interface WorkflowDraft extends WorkflowPlace {
  name: string;
  definition: unknown;
  /** The linked account for each account name; used once it is published. */
  accounts: Record<string, string>;
  /** The published revision that it changes; null if there was none. */
  baseRevision: number | null;
  /** Increases with each save. */
  version: number;
  updatedAt: Date;
  updatedBy: string;
}

interface WorkflowDraftDocument extends Omit<WorkflowDraft, 'definition' | 'accounts'> {
  _id: string;
  accounts: { name: string; accountId: string }[];
  /** As JSON text: its keys are not ours. */
  definition: string;
}

export const workflowDraftIndexes: CollectionIndexes = {
  collection: 'workflow_drafts',
  indexes: [{ key: { branchId: 1 }, name: 'branch' }],
};

const maxBytes = 1_000_000;

const drafts = (store: Store): Collection<WorkflowDraftDocument> =>
  store.system.collection(workflowDraftIndexes.collection);

const draftId = ({ branchId, workflowId }: Pick<WorkflowPlace, 'branchId' | 'workflowId'>) =>
  `${branchId}:${workflowId}`;

/** Reads the draft of a workflow; null if it has none. */
export async function getWorkflowDraft(store: Store, place: WorkflowPlace): Promise<WorkflowDraft | null> {
  const row = await drafts(store).findOne({ _id: draftId(place), workspaceId: place.workspaceId });
  return row && toDraft(row);
}

/** The drafts of a branch, the last changed first. */
export async function listWorkflowDrafts(store: Store, branchId: string): Promise<WorkflowDraft[]> {
  return (await drafts(store).find({ branchId }).sort({ updatedAt: -1 }).toArray()).map(toDraft);
}

/**
 * Saves a draft: a new one without `version`, otherwise over the version that the caller saw.
 * @throws Problem `revision_conflict` if somebody else has saved meanwhile, `invalid_input` above 1 MB
 */
export async function putWorkflowDraft(
  store: Store,
  { version, ...draft }: Omit<WorkflowDraft, 'version' | 'updatedAt'> & { version: number | undefined },
): Promise<WorkflowDraft> {
  const definition = JSON.stringify(draft.definition ?? null);
  if (Buffer.byteLength(definition) > maxBytes)
    throw new Problem('invalid_input', `A workflow may have at most ${maxBytes / 1_000} kB; this one has more.`);
  const { workspaceId, branchId, workflowId, name, baseRevision, updatedBy } = draft;
  const accounts = Object.entries(draft.accounts).map(([account, accountId]) => ({ name: account, accountId }));
  const values = { name, definition, accounts, updatedAt: new Date(), updatedBy };
  if (version === undefined) {
    const row = { _id: draftId(draft), workspaceId, branchId, workflowId, baseRevision, version: 1, ...values };
    await drafts(store)
      .insertOne(row)
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? changed(name) : error;
      });
    return toDraft(row);
  }
  const saved = await drafts(store).findOneAndUpdate(
    { _id: draftId(draft), workspaceId, version },
    { $set: values, $inc: { version: 1 } },
    { returnDocument: 'after' },
  );
  if (saved === null) throw changed(name);
  return toDraft(saved);
}

/** Removes a draft; only at `version` if given. Returns whether it was there. */
export async function removeWorkflowDraft(
  store: Store,
  place: Pick<WorkflowPlace, 'branchId' | 'workflowId'>,
  version?: number,
): Promise<boolean> {
  const match = { _id: draftId(place), ...(version !== undefined && { version }) };
  return (await drafts(store).deleteOne(match)).deletedCount === 1;
}

/** Removes the drafts of a branch. */
export async function removeBranchDrafts(store: Store, branchId: string): Promise<void> {
  await drafts(store).deleteMany({ branchId });
}

function changed(name: string): Problem {
  const detail = `Somebody else has changed the draft of "${name}" since you read it: read it again, so that nothing of theirs is lost.`;
  return new Problem('revision_conflict', detail);
}

function toDraft({ _id, definition, accounts, ...row }: WorkflowDraftDocument): WorkflowDraft {
  void _id;
  const chosen = Object.fromEntries(accounts.map(({ name, accountId }) => [name, accountId]));
  return { ...row, definition: JSON.parse(definition) as unknown, accounts: chosen };
}
