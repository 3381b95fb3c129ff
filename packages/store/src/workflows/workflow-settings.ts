import type { ClientSession, Collection } from 'mongodb';
import type { CollectionIndexes, Store } from '../database/store.ts';

/**
 * The settings of a workflow on one branch. They are not part of the change log, a diff or a merge. On a new branch
 * every workflow is off, so that a branch never makes one delivery run twice.
 */
export interface WorkflowSettings {
  on: boolean;
  /** The linked account for each account name of the definition. */
  accounts: Record<string, string>;
}

/** A workflow on a branch. */
export interface WorkflowPlace {
  workspaceId: string;
  branchId: string;
  workflowId: string;
}

interface WorkflowSettingsDocument extends WorkflowPlace {
  _id: string;
  on: boolean;
  /** A list rather than an object: users choose the names, which may be invalid as database keys. */
  accounts: { name: string; accountId: string }[];
  updatedAt: Date;
  updatedBy: string;
}

export const workflowSettingsIndexes: CollectionIndexes = {
  collection: 'workflow_settings',
  indexes: [{ key: { branchId: 1 }, name: 'branch' }],
};

const settings = (store: Store): Collection<WorkflowSettingsDocument> =>
  store.system.collection(workflowSettingsIndexes.collection);

const settingsId = ({ branchId, workflowId }: WorkflowPlace) => `${branchId}:${workflowId}`;

/** Reads the settings of a workflow on a branch; by default it is off and has no accounts. */
export async function getWorkflowSettings(store: Store, place: WorkflowPlace): Promise<WorkflowSettings> {
  const row = await settings(store).findOne({ _id: settingsId(place), workspaceId: place.workspaceId });
  return row ? toSettings(row) : { on: false, accounts: {} };
}

/** Lists the settings of the workflows of a branch by workflow id; leaves out workflows without any. */
export async function listWorkflowSettings(
  store: Store,
  { workspaceId, branchId }: Omit<WorkflowPlace, 'workflowId'>,
): Promise<Map<string, WorkflowSettings>> {
  const rows = await settings(store).find({ workspaceId, branchId }).toArray();
  return new Map(rows.map((row) => [row.workflowId, toSettings(row)]));
}

/** A workflow for which an account was chosen, on one branch. */
export interface AccountUse {
  accountId: string;
  branchId: string;
  workflowId: string;
  on: boolean;
}

/** Lists for which workflows the accounts of a workspace were chosen, on all branches. */
export async function listAccountUses(store: Store, workspaceId: string): Promise<AccountUse[]> {
  const rows = await settings(store)
    .find({ workspaceId, 'accounts.0': { $exists: true } })
    .toArray();
  return rows.flatMap(({ branchId, workflowId, on, accounts }) =>
    [...new Set(accounts.map(({ accountId }) => accountId))].map((accountId) => ({
      ...{ accountId, branchId, workflowId, on },
    })),
  );
}

/** Replaces the settings of a workflow on a branch. */
export async function putWorkflowSettings(
  store: Store,
  place: WorkflowPlace,
  { on, accounts }: WorkflowSettings,
  { by, session }: { by: string; session?: ClientSession },
): Promise<WorkflowSettings> {
  const { workspaceId, branchId, workflowId } = place;
  const named = Object.entries(accounts).map(([name, accountId]) => ({ name, accountId }));
  await settings(store).replaceOne(
    { _id: settingsId(place) },
    { workspaceId, branchId, workflowId, on, accounts: named, updatedAt: new Date(), updatedBy: by },
    { upsert: true, session },
  );
  return { on, accounts };
}

/** Turns the workflows of a branch off when it is deleted; they stay off if it is restored. */
export async function turnOffBranch(store: Store, branchId: string, session: ClientSession): Promise<void> {
  await settings(store).updateMany({ branchId }, { $set: { on: false } }, { session });
}

function toSettings({ on, accounts }: WorkflowSettingsDocument): WorkflowSettings {
  return { on, accounts: Object.fromEntries(accounts.map(({ name, accountId }) => [name, accountId])) };
}
