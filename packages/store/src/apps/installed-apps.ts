import type { App } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { branches, type Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';

/** An app on a branch. */
export interface InstalledApp {
  app: string;
  version: string;
  installedAt: string;
  installedBy: string;
}

/** Lists the apps of a branch in the order of their installation. */
export async function listInstalledApps(store: Store, branch: Branch): Promise<InstalledApp[]> {
  const found = await branches(store, branch.workspaceId).findOne({ _id: branch.id }, { projection: { apps: 1 } });
  return (found?.apps ?? []).map(({ installedAt, ...row }) => ({ ...row, installedAt: installedAt.toISOString() }));
}

/** Notes the version of an app, in the transaction that installs it. */
export async function noteInstalled(
  store: Store,
  branch: Branch,
  { app: { id: app, version }, by }: { app: App; by: string },
  session: ClientSession,
): Promise<void> {
  await forgetInstalled(store, branch, app, session);
  const row = { app, version, installedAt: new Date(), installedBy: by };
  await branches(store, branch.workspaceId).updateOne({ _id: branch.id }, { $push: { apps: row } }, { session });
}

/** Forgets an app, in the transaction that removes it. */
export async function forgetInstalled(
  store: Store,
  branch: Branch,
  app: string,
  session: ClientSession,
): Promise<void> {
  await branches(store, branch.workspaceId).updateOne({ _id: branch.id }, { $pull: { apps: { app } } }, { session });
}
