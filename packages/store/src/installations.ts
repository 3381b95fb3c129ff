import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { compareVersions, findNewestRelease, getReleasedPackage } from './releases.ts';
import { newId, type CollectionIndexes, type Store } from './store.ts';

/** A connector that a workspace uses, at the version a person chose: it moves only when a person moves it. */
export interface Installation {
  connector: string;
  version: string;
  sha256: string;
  installedAt: string;
  installedBy: string;
}

interface InstallationDocument {
  _id: string;
  workspaceId: string;
  connector: string;
  version: string;
  sha256: string;
  installedAt: Date;
  installedBy: string;
}

export const installationIndexes: CollectionIndexes = {
  collection: 'connector_installations',
  indexes: [
    { key: { workspaceId: 1, connector: 1 }, unique: true },
    { key: { connector: 1, version: 1 }, name: 'version' },
  ],
};

const installations = (store: Store): Collection<InstallationDocument> =>
  store.system.collection(installationIndexes.collection);

/**
 * Installs a connector from the marketplace, or moves it to another version; without a version, the newest.
 * Throws Problem `not_found`.
 */
export async function installConnector(
  store: Store,
  workspaceId: string,
  { connector, version }: { connector: string; version?: string },
  by: string,
): Promise<Installation> {
  const wanted = version ?? (await findNewestRelease(store, connector))?.version;
  if (wanted === undefined)
    throw new Problem(
      'not_found',
      `The marketplace has no connector "${connector}": GET /api/connectors lists those it has.`,
    );
  const { sha256 } = await getReleasedPackage(store, connector, wanted);
  const row = await installations(store).findOneAndUpdate(
    { workspaceId, connector },
    { $set: { version: wanted, sha256, installedAt: new Date(), installedBy: by }, $setOnInsert: { _id: newId() } },
    { upsert: true, returnDocument: 'after' },
  );
  return toInstallation(row!);
}

/** The connectors of a workspace in the order of their ids. */
export async function listInstallations(store: Store, workspaceId: string): Promise<Installation[]> {
  const rows = await installations(store).find({ workspaceId }).sort({ connector: 1 }).toArray();
  return rows.map(toInstallation);
}

/** The package a workspace uses of a connector. Throws Problem `not_found` where it is not installed. */
export async function getInstalledPackage(
  store: Store,
  workspaceId: string,
  connector: string,
): Promise<ConnectorPackage> {
  const row = await installations(store).findOne({ workspaceId, connector });
  if (!row)
    throw new Problem(
      'not_found',
      `The connector "${connector}" is not installed in this workspace: POST /api/connectors installs it.`,
    );
  return getReleasedPackage(store, connector, row.version);
}

/** The workspaces that installed a connector. */
export async function findInstallingWorkspaces(store: Store, connector: string): Promise<string[]> {
  return installations(store).distinct('workspaceId', { connector });
}

/** The version that each of these workspaces uses of a connector. */
export async function findInstalledVersions(
  store: Store,
  connector: string,
  workspaceIds: string[],
): Promise<Map<string, string>> {
  const rows = await installations(store)
    .find({ connector, workspaceId: { $in: workspaceIds } }, { projection: { workspaceId: 1, version: 1 } })
    .toArray();
  return new Map(rows.map(({ workspaceId, version }) => [workspaceId, version]));
}

/** The versions of a connector that workspaces use, newest first. */
export async function listInstalledVersions(store: Store, connector: string): Promise<string[]> {
  const versions = await installations(store).distinct('version', { connector });
  return versions.sort((left, right) => compareVersions(right, left));
}

function toInstallation({ connector, version, sha256, installedAt, installedBy }: InstallationDocument): Installation {
  return { connector, version, sha256, installedAt: installedAt.toISOString(), installedBy };
}
