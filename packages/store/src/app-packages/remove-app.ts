import { Problem, type App } from '@tallyhook/schemas';
import type { ClientSession } from 'mongodb';
import { prepareForApp, putAppDefinitions } from '../apps/app-definitions.ts';
import { changeTypes, workspaceApp } from '../apps/apps.ts';
import { forgetInstalled, listInstalledApps } from '../apps/installed-apps.ts';
import { countRecords } from '../collections/write-counter.ts';
import type { Branch } from '../database/branches.ts';
import type { Store } from '../database/store.ts';
import { refuseUses, removeTypes } from '../types/remove-type.ts';
import { listTypeUses } from '../types/type-uses.ts';

export interface AppRemoval {
  app: string;
  /** Whether its types stay with their records, as the workspace's own, until the app is installed again. */
  keepRecords: boolean;
  /** Removes its types even if other reports or workflows use them. */
  evenIfUsed: boolean;
}

/**
 * Removes an app from a branch: its reports, dashboards and workflows, and its types with their records unless they
 * stay. Returns how many records were removed.
 * @throws Problem `not_found`, `in_use` with what else uses its types.
 */
export async function removeApp(
  store: Store,
  branch: Branch,
  { app, keepRecords, evenIfUsed }: AppRemoval,
  by: string,
): Promise<{ records: number; branch: Branch }> {
  await requireInstalled(store, branch, app);
  const names = branch.types.filter((type) => type.app === app).map(({ name }) => name);
  // An app that brings nothing: putting it removes what an earlier version brought.
  const empty: App = { id: app, name: app, version: '0.0.0', types: [] };
  await prepareForApp(store, branch, empty);
  const clear = async (session: ClientSession) => {
    await putAppDefinitions(store, branch, { app: empty, by }, session);
    await forgetInstalled(store, branch, app, session);
  };
  if (keepRecords) {
    const changed = await changeTypes(store, branch, {
      by,
      change: (types) => types.map((type) => (type.app === app ? { ...type, app: workspaceApp, leftBy: app } : type)),
      alongside: clear,
    });
    return { records: 0, branch: changed };
  }
  refuseUses(`The app "${app}"`, await listTypeUses(store, branch, names, app), evenIfUsed);
  const counts = await Promise.all(names.map((name) => countRecords(store, branch, name)));
  const changed = await removeTypes(store, branch, { names, alongside: clear }, by);
  return { records: counts.reduce((sum, count) => sum + count, 0), branch: changed };
}

/**
 * Refuses an app that the branch does not have.
 * @throws Problem `not_found`.
 */
export async function requireInstalled(store: Store, branch: Branch, app: string): Promise<void> {
  if ((await listInstalledApps(store, branch)).some((one) => one.app === app)) return;
  throw new Problem('not_found', `The app "${app.slice(0, 63)}" is not installed on the branch "${branch.name}".`);
}
