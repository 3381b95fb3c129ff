import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import type { Store } from '../database/store.ts';
import { installations, versionFor, type KeptVersion, type UsedVersions } from './installations.ts';

/** A workflow on a branch. */
type WorkflowRef = Omit<KeptVersion, 'version'>;

/** The versions of a connector that the workflows of a workspace use; undefined if it is not installed. */
export async function findUsedVersions(
  store: Store,
  workspaceId: string,
  connector: string,
): Promise<UsedVersions | undefined> {
  const row = await installations(store).findOne({ workspaceId, connector });
  return row === null ? undefined : { version: row.version, kept: row.kept ?? [] };
}

/** The versions of all connectors of a workspace that a workflow uses, by connector. */
export async function listVersionsFor(
  store: Store,
  workspaceId: string,
  workflow: WorkflowRef,
): Promise<Record<string, string>> {
  const rows = await installations(store).find({ workspaceId }).sort({ connector: 1 }).toArray();
  return Object.fromEntries(rows.map((row) => [row.connector, versionFor(row, workflow)]));
}

/** Moves workflows that stayed on an older version to the installed one. */
export async function moveKeptWorkflows(
  store: Store,
  { workspaceId, connector }: { workspaceId: string; connector: string },
  workflows: readonly WorkflowRef[],
  by: string,
): Promise<void> {
  const details = { moved: String(workflows.length) };
  const at = new Date();
  const entry = { action: 'connector.workflows_moved', by, at, workspaceId, target: connector, details } as const;
  const isMoved = (one: WorkflowRef) =>
    workflows.some(({ branchId, workflowId }) => one.branchId === branchId && one.workflowId === workflowId);
  await audited(store, entry, async (session) => {
    const row = await installations(store).findOne({ workspaceId, connector }, { session });
    const kept = (row?.kept ?? []).filter((one) => !isMoved(one));
    await installations(store).updateOne({ workspaceId, connector }, { $set: { kept } }, { session });
  });
}

/** Lets the workflows of a new branch stay on the versions that they use on the branch it is a copy of. */
export async function copyKeptVersions(
  store: Store,
  { workspaceId, from, to }: { workspaceId: string; from: string; to: string },
  session: ClientSession,
): Promise<void> {
  const ofBranch = { $filter: { input: '$kept', cond: { $eq: ['$$this.branchId', from] } } };
  const copies = { $map: { input: ofBranch, in: { $mergeObjects: ['$$this', { branchId: to }] } } };
  const kept = { $concatArrays: ['$kept', copies] };
  await installations(store).updateMany({ workspaceId, 'kept.branchId': from }, [{ $set: { kept } }], { session });
}

/** Forgets that a workflow stays on older versions: it was published for the installed ones, or deleted. */
export async function forgetKeptVersions(store: Store, workspaceId: string, workflow: WorkflowRef): Promise<void> {
  const { branchId, workflowId } = workflow;
  await installations(store).updateMany(
    { workspaceId, kept: { $elemMatch: { branchId, workflowId } } },
    { $pull: { kept: { branchId, workflowId } } },
  );
}

/** Forgets the workflows of a branch that stay on older versions, when it is deleted. */
export async function forgetKeptVersionsOfBranch(store: Store, workspaceId: string, branchId: string): Promise<void> {
  await installations(store).updateMany({ workspaceId, 'kept.branchId': branchId }, { $pull: { kept: { branchId } } });
}

/** Removes a connector from a workspace. Whatever needs it has to be stopped before. */
export async function uninstallConnector(
  store: Store,
  { workspaceId, connector }: { workspaceId: string; connector: string },
  { by, details }: { by: string; details: Record<string, string> },
): Promise<void> {
  const entry = { action: 'connector.removed', by, at: new Date(), workspaceId, target: connector, details } as const;
  await audited(store, entry, (session: ClientSession) =>
    installations(store).deleteOne({ workspaceId, connector }, { session }),
  );
}
