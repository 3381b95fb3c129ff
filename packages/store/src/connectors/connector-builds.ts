import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';
import { versionsInUse } from '../runs/versions-in-use.ts';

/**
 * A development build of a connector, for one workspace. It is not in the marketplace and no other workspace sees it.
 */
export interface ConnectorBuild {
  connector: string;
  /**
   * The version in its files with `-dev.` and the start of the content's digest, so other content gets another version.
   */
  version: string;
  sha256: string;
  builtAt: string;
}

interface ConnectorBuildDocument {
  _id: string;
  workspaceId: string;
  connector: string;
  version: string;
  sha256: string;
  by: string;
  builtAt: Date;
  /** JSON text, as in releases. */
  packageText: string;
}

export const connectorBuildIndexes: CollectionIndexes = {
  collection: 'connector_builds',
  indexes: [{ key: { workspaceId: 1, connector: 1, version: 1 }, name: 'build', unique: true }],
};

const builds = (store: Store): Collection<ConnectorBuildDocument> =>
  store.system.collection(connectorBuildIndexes.collection);

/** How many builds that nothing uses are kept. */
const maxKept = 50;

const mark = '-dev.';

/** Whether the version is that of a development build. */
export function isBuildVersion(version: string): boolean {
  return version.includes(mark);
}

/**
 * Saves a build of a workspace; the same content gives the same build. `installBuild` installs it.
 * @throws Problem `already_exists` if the workspace has the version with other content.
 */
export async function saveBuild(
  store: Store,
  compiled: ConnectorPackage,
  { workspaceId, by }: { workspaceId: string; by: string },
): Promise<ConnectorBuild> {
  const { connector, sha256 } = compiled;
  const { id } = connector;
  const version = `${connector.version.split('-')[0]}${mark}${sha256.slice(0, 12)}`;
  await refuseOtherContent(store, { workspaceId, connector: id, version, sha256 });
  const packageText = JSON.stringify({ ...compiled, connector: { ...connector, version } });
  const row = { sha256, by, builtAt: new Date(), packageText };
  await builds(store).updateOne(
    { workspaceId, connector: id, version },
    { $set: row, $setOnInsert: { _id: newId() } },
    { upsert: true },
  );
  return { connector: id, version, sha256, builtAt: row.builtAt.toISOString() };
}

/** Runs that were queued with a build keep it. */
async function refuseOtherContent(
  store: Store,
  { sha256, ...place }: { workspaceId: string; connector: string; version: string; sha256: string },
): Promise<void> {
  const other = await builds(store).findOne({ ...place, sha256: { $ne: sha256 } });
  if (other === null) return;
  const { connector, version } = place;
  const detail = `Another build of "${connector}" already has the version ${version}: change something and build again.`;
  throw new Problem('already_exists', detail);
}

/** Forgets old builds, but none that an installation or a workflow (`usedVersions`), or a run that has not ended, uses. */
export async function forgetOldBuilds(
  store: Store,
  { workspaceId, connector }: { workspaceId: string; connector: string },
  usedVersions: readonly string[],
): Promise<void> {
  const old = await builds(store)
    .find({ workspaceId, connector, version: { $nin: [...usedVersions] } }, { projection: { version: 1 } })
    .sort({ builtAt: -1 })
    .skip(maxKept)
    .toArray();
  if (old.length === 0) return;
  const place = { workspaceId, connector };
  const needed = await versionsInUse(
    store,
    place,
    old.map(({ version }) => version),
  );
  const unused = old.filter(({ version }) => !needed.has(version));
  await builds(store).deleteMany({ _id: { $in: unused.map(({ _id }) => _id) } });
}

/**
 * The package of a workspace's own build.
 * @throws Problem `not_found`.
 */
export async function getBuiltPackage(
  store: Store,
  workspaceId: string,
  { connector, version }: { connector: string; version: string },
): Promise<ConnectorPackage> {
  const row = await builds(store).findOne({ workspaceId, connector, version });
  if (row) return JSON.parse(row.packageText) as ConnectorPackage;
  const detail = `The build ${version} of the connector "${connector}" is no longer stored: build it again.`;
  throw new Problem('not_found', detail);
}
