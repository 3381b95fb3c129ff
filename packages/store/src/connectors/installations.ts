import { nearest, Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { forgetOldBuilds, isBuildVersion, saveBuild } from './connector-builds.ts';
import {
  compareVersions,
  findNewestRelease,
  getReleasedPackage,
  listReleases,
  refuseRevealingBuild,
} from './releases.ts';
import { audited } from '../audit/audit.ts';
import { createSharedReads, oncePer, type SharedReads } from '../database/gather.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** A connector that a workspace uses, at a version that a person chose. Only a person changes the version. */
export interface Installation {
  connector: string;
  version: string;
  sha256: string;
  installedAt: string;
  installedBy: string;
  /** Whether it is a development build rather than a release. */
  development: boolean;
}

/** A workflow that stays on an older version of a connector until a person moves it. */
export interface KeptVersion {
  branchId: string;
  workflowId: string;
  version: string;
}

export interface InstallationDocument {
  _id: string;
  workspaceId: string;
  connector: string;
  version: string;
  sha256: string;
  installedAt: Date;
  installedBy: string;
  /** Whether it is a release or a build of the workspace's own: those receive only at the addresses of accounts. */
  isOwn?: boolean;
  /** The workflows that use another version than the others. */
  kept?: KeptVersion[];
}

export const installationIndexes: CollectionIndexes = {
  collection: 'connector_installations',
  indexes: [
    { key: { workspaceId: 1, connector: 1 }, unique: true },
    { key: { connector: 1, version: 1 }, name: 'version' },
  ],
};

export const installations = (store: Store): Collection<InstallationDocument> =>
  store.system.collection(installationIndexes.collection);

/**
 * Installs a connector from the marketplace, or changes its version; default the newest. The workflows of `keep` stay on
 * the version that they use now; without it, those that stayed before stay, and the others move.
 * @throws Problem `not_found`.
 */
export async function installConnector(
  store: Store,
  workspaceId: string,
  { connector, version, keep }: { connector: string; version?: string; keep?: Omit<KeptVersion, 'version'>[] },
  by: string,
): Promise<Installation> {
  if (version !== undefined && isBuildVersion(version))
    throw new Problem(
      'not_found',
      `The marketplace has no version ${version}: to install a build, use \`tallyhook dev\`.`,
    );
  const wanted = version ?? (await findNewestRelease(store, { workspaceId }, connector))?.version;
  if (wanted === undefined) throw await unknownConnector(store, workspaceId, connector);
  const found = (await listReleases(store, { workspaceId }, connector)).find((one) => one.version === wanted);
  if (found === undefined)
    throw new Problem('not_found', `There is no release ${wanted} of the connector "${connector}" for this workspace.`);
  const { sha256, isPublic } = found;
  return moveTo(store, workspaceId, { connector, version: wanted, sha256, isOwn: !isPublic, keep }, by);
}

async function unknownConnector(store: Store, workspaceId: string, given: string): Promise<Problem> {
  const known = new Set((await listReleases(store, { workspaceId })).map(({ connector }) => connector));
  const suggestion = nearest(given, [...known]);
  const advice =
    suggestion === undefined ? 'GET /api/connectors lists the available connectors' : `did you mean "${suggestion}"?`;
  return new Problem('not_found', `The marketplace has no connector "${given}": ${advice}`);
}

/**
 * Installs a development build in a workspace. It replaces the previous build or release; `installConnector` switches
 * back to a release.
 */
export async function installBuild(
  store: Store,
  workspaceId: string,
  compiled: ConnectorPackage,
  by: string,
): Promise<Installation> {
  await refuseRevealingBuild(store, compiled, workspaceId);
  const build = await saveBuild(store, compiled, { workspaceId, by });
  const installation = await moveTo(store, workspaceId, { ...build, isOwn: true }, by);
  const place = { workspaceId, connector: build.connector };
  const row = await installations(store).findOne(place);
  const used = row === null ? [] : [row.version, ...(row.kept ?? []).map(({ version }) => version)];
  await forgetOldBuilds(store, place, used);
  return installation;
}

interface Move extends Pick<InstallationDocument, 'connector' | 'version' | 'sha256' | 'isOwn'> {
  keep?: Omit<KeptVersion, 'version'>[] | undefined;
}

async function moveTo(
  store: Store,
  workspaceId: string,
  { connector, version, sha256, isOwn, keep }: Move,
  by: string,
): Promise<Installation> {
  const at = new Date();
  const details = { version, sha256, ...(keep && { kept: String(keep.length) }) };
  const entry = { action: 'connector.installed', by, at, workspaceId, target: connector, details } as const;
  const row = await audited(store, entry, async (session) => {
    const before = await installations(store).findOne({ workspaceId, connector }, { session });
    const kept = keptAfter(before, keep).filter((one) => one.version !== version);
    return installations(store).findOneAndUpdate(
      { workspaceId, connector },
      { $set: { version, sha256, isOwn, installedAt: at, installedBy: by, kept }, $setOnInsert: { _id: newId() } },
      { upsert: true, returnDocument: 'after', session },
    );
  });
  return toInstallation(row!);
}

function keptAfter(before: InstallationDocument | null, keep: Move['keep']): KeptVersion[] {
  if (before === null) return [];
  if (keep === undefined) return before.kept ?? [];
  return keep.map(({ branchId, workflowId }) => ({
    ...{ branchId, workflowId, version: versionFor(before, { branchId, workflowId }) },
  }));
}

/** The version of a connector that a workflow uses. */
export function versionFor(
  { version, kept = [] }: Pick<InstallationDocument, 'version' | 'kept'>,
  { branchId, workflowId }: Omit<KeptVersion, 'version'>,
): string {
  return kept.find((one) => one.branchId === branchId && one.workflowId === workflowId)?.version ?? version;
}

/** Lists the connectors of a workspace, ordered by id. */
export async function listInstallations(store: Store, workspaceId: string): Promise<Installation[]> {
  const rows = await installations(store).find({ workspaceId }).sort({ connector: 1 }).toArray();
  return rows.map(toInstallation);
}

/**
 * The package of a connector that a workspace uses.
 * @throws Problem `not_found` if it is not installed.
 */
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
  return getReleasedPackage(store, { workspaceId }, { connector, version: row.version });
}

/** The workspaces that use a connector of the marketplace. */
export async function findInstallingWorkspaces(store: Store, connector: string): Promise<string[]> {
  return installations(store).distinct('workspaceId', { connector, isOwn: { $ne: true } });
}

/** The installation of a connector in a workspace; undefined if it has none. */
export async function findInstallation(
  store: Store,
  workspaceId: string,
  connector: string,
): Promise<Installation | undefined> {
  const row = await installations(store).findOne({ workspaceId, connector });
  return row === null ? undefined : toInstallation(row);
}

/** Whether a workspace uses a release or build of its own; false also if it has not installed the connector. */
export async function isOwnInstallation(store: Store, workspaceId: string, connector: string): Promise<boolean> {
  return (await installations(store).findOne({ workspaceId, connector }, { projection: { isOwn: 1 } }))?.isOwn === true;
}

/** The connectors of which a workspace uses a release or build of its own. */
export async function listOwnInstallations(store: Store, workspaceId: string): Promise<Set<string>> {
  return new Set(await installations(store).distinct('connector', { workspaceId, isOwn: true }));
}

/** The versions of a connector that a workspace uses: one for all workflows but those that stay on an older one. */
export type UsedVersions = Pick<InstallationDocument, 'version' | 'kept'>;

/** The versions of a connector of the marketplace that each of these workspaces uses. */
export async function findInstalledVersions(
  store: Store,
  connector: string,
  workspaceIds: string[],
): Promise<Map<string, UsedVersions>> {
  const rows = await installations(store)
    .find(
      { connector, workspaceId: { $in: workspaceIds }, isOwn: { $ne: true } },
      { projection: { workspaceId: 1, version: 1, kept: 1 } },
    )
    .toArray();
  return new Map(rows.map((row) => [row.workspaceId, row]));
}

/**
 * The versions of a connector of the marketplace that workspaces use, newest first. Those that ask at the same time read
 * once.
 */
export async function listInstalledVersions(store: Store, connector: string): Promise<string[]> {
  const versions = await sharedReads(store)(connector, async () => {
    const inUse = { connector, isOwn: { $ne: true } };
    const [installed, kept] = await Promise.all([
      installations(store).distinct('version', inUse),
      // A path has no type in the driver.
      installations(store).distinct('kept.version', inUse) as Promise<string[]>,
    ]);
    return [...new Set([...installed, ...kept])].sort((left, right) => compareVersions(right, left));
  });
  return [...versions];
}

const sharedReads = oncePer<Store, SharedReads>(createSharedReads);

function toInstallation({ connector, version, sha256, installedAt, installedBy }: InstallationDocument): Installation {
  const development = isBuildVersion(version);
  return { connector, version, sha256, installedAt: installedAt.toISOString(), installedBy, development };
}
