import type { ClientSession } from 'mongodb';
import { audited } from '../audit/audit.ts';
import type { Store } from '../database/store.ts';
import { isBuildVersion } from './connector-builds.ts';
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

/** The connectors of which a workflow stays on another version than the installed one. */
export async function listKeptVersions(
  store: Store,
  workspaceId: string,
  workflow: WorkflowRef,
): Promise<{ connector: string; kept: string; installed: string }[]> {
  const { branchId, workflowId } = workflow;
  const rows = await installations(store)
    .find({ workspaceId, kept: { $elemMatch: { branchId, workflowId } } })
    .sort({ connector: 1 })
    .toArray();
  return rows.map((row) => ({ connector: row.connector, kept: versionFor(row, workflow), installed: row.version }));
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

/** A workflow of a branch that stays on a version of a connector. */
export interface KeptOnBranch extends Pick<KeptVersion, 'workflowId' | 'version'> {
  connector: string;
}

/** Takes away, when a branch is deleted, which of its workflows stay on older versions; returns it. */
export async function takeKeptVersions(
  store: Store,
  { workspaceId, branchId }: { workspaceId: string; branchId: string },
  session: ClientSession,
): Promise<KeptOnBranch[]> {
  const ofBranch = { workspaceId, 'kept.branchId': branchId };
  const rows = await installations(store).find(ofBranch, { session }).toArray();
  await installations(store).updateMany(ofBranch, { $pull: { kept: { branchId } } }, { session });
  return rows.flatMap(({ connector, kept = [] }) =>
    kept
      .filter((one) => one.branchId === branchId)
      .map(({ workflowId, version }) => ({ connector, workflowId, version })),
  );
}

/** Puts them back when the branch is restored. A build may be gone, so its workflows move to the installed version. */
export async function returnKeptVersions(
  store: Store,
  { workspaceId, branchId, kept }: { workspaceId: string; branchId: string; kept: readonly KeptOnBranch[] },
  session: ClientSession,
): Promise<void> {
  for (const { connector, workflowId, version } of kept) {
    if (isBuildVersion(version)) continue;
    await installations(store).updateOne(
      { workspaceId, connector, version: { $ne: version } },
      { $push: { kept: { branchId, workflowId, version } } },
      { session },
    );
  }
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
