import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Collection, Filter } from 'mongodb';
import { getBuiltPackage, isBuildVersion } from './connector-builds.ts';
import { coreWorkspaceId } from '../database/core-workspace.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { audited } from '../audit/audit.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/**
 * One version of a connector: in the marketplace, or of the one workspace that released it for itself. Releases never
 * change.
 */
export interface Release {
  connector: string;
  name: string;
  version: string;
  sha256: string;
  /** The workspace that released it; null for the connectors that ship with the product. */
  workspaceId: string | null;
  /** Whether it is in the marketplace; otherwise only its own workspace sees it. */
  isPublic: boolean;
  releasedAt: string;
  /** What its author says about it. */
  notes?: string;
}

/** The release that would be made, if it is not refused. */
export interface ReleasePreview extends Omit<Release, 'releasedAt' | 'notes'> {
  /** The newest older version; null if this would be the first. */
  before: string | null;
  /** Whether the marketplace already has exactly this release, so that nothing would change. */
  isThere: boolean;
}

interface ReleaseDocument {
  _id: string;
  connector: string;
  name: string;
  version: string;
  sha256: string;
  workspaceId: string | null;
  /** `marketplace`, or the id of the only workspace that sees it. */
  scope: string;
  by: string;
  releasedAt: Date;
  notes?: string;
  /** The digest of the files that a connector which ships with the product was compiled from. */
  sourceDigest?: string;
  /** JSON text: a package has keys such as `$ref`, which the database does not accept. */
  packageText: string;
}

export const releaseIndexes: CollectionIndexes = {
  collection: 'connector_releases',
  indexes: [{ key: { scope: 1, connector: 1, version: 1 }, name: 'release', unique: true }],
};

const marketplace = 'marketplace';

/** The product itself and the workspace of the operators release for everybody; any other workspace for itself. */
const scopeOf = (workspaceId: string | null): string =>
  workspaceId === null || workspaceId === coreWorkspaceId ? marketplace : workspaceId;

const releases = (store: Store): Collection<ReleaseDocument> => store.system.collection(releaseIndexes.collection);

/**
 * Releases a compiled connector: to the marketplace from the operators' workspace, else for the workspace alone.
 * Releasing the same content again changes nothing. `workspaceId` null means the product itself.
 * @throws Problem `already_exists` if the version exists with other content, `forbidden` if the marketplace has the
 * connector, `invalid_connector` if a secret field is no longer secret.
 */
export async function releaseConnector(
  store: Store,
  released: ConnectorPackage,
  { workspaceId, by, notes }: { workspaceId: string | null; by: string; notes?: string | undefined },
): Promise<Release> {
  const { id, name, version } = released.connector;
  refuseBuild(version);
  const scope = scopeOf(workspaceId);
  await refuseTaken(store, id, scope);
  await refuseRevealed(store, released, scope);
  const row: ReleaseDocument = {
    _id: newId(),
    connector: id,
    name,
    version,
    sha256: released.sha256,
    workspaceId,
    scope,
    by,
    releasedAt: new Date(),
    ...(notes !== undefined && { notes }),
    packageText: JSON.stringify(released),
  };
  try {
    const details = { version, sha256: released.sha256 };
    const entry = { action: 'connector.released', by, at: row.releasedAt, target: id, details } as const;
    await audited(store, { ...entry, ...(workspaceId && { workspaceId }) }, (session) =>
      releases(store).insertOne(row, { session }),
    );
    return toRelease(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return findSameRelease(store, row);
  }
}

/**
 * Reports what releasing a connector would do, without writing anything.
 * @throws The Problems of `releaseConnector`.
 */
export async function previewRelease(
  store: Store,
  released: ConnectorPackage,
  { workspaceId }: { workspaceId: string | null },
): Promise<ReleasePreview> {
  const { connector, sha256 } = released;
  const { id, name, version } = connector;
  refuseBuild(version);
  const scope = scopeOf(workspaceId);
  await refuseTaken(store, id, scope);
  await refuseRevealed(store, released, scope);
  const all = (await readReleases(store, { scope, connector: id })).map(toRelease).sort(newestFirst);
  const same = all.find((release) => release.version === version);
  if (same !== undefined && same.sha256 !== sha256) throw otherContent(same, sha256);
  const before = all.find((release) => compareVersions(release.version, version) < 0)?.version ?? null;
  const isPublic = scope === marketplace;
  return { connector: id, name, version, sha256, workspaceId, isPublic, before, isThere: same !== undefined };
}

/** The digests of the files that the releases of the product itself were compiled from. */
export async function listShippedDigests(store: Store): Promise<ReadonlySet<string>> {
  const match = { workspaceId: null, sourceDigest: { $exists: true } };
  const rows = await releases(store)
    .find(match, { projection: { sourceDigest: 1 } })
    .toArray();
  return new Set(rows.map(({ sourceDigest }) => sourceDigest!));
}

/** Keeps the digest of the files that a release of the product itself was compiled from. */
export async function keepShippedDigest(
  store: Store,
  { connector, version, sha256 }: Release,
  sourceDigest: string,
): Promise<void> {
  const match = { scope: marketplace, workspaceId: null, connector, version, sha256 };
  await releases(store).updateOne(match, { $set: { sourceDigest } });
}

function refuseBuild(version: string): void {
  if (!isBuildVersion(version)) return;
  const detail = `"${version}" is the version of a development build: release a version without "-dev.".`;
  throw new Problem('invalid_connector', detail);
}

/** A workspace's own connector must not pass for one of the marketplace. */
async function refuseTaken(store: Store, connector: string, scope: string): Promise<void> {
  if (scope === marketplace || (await releases(store).findOne({ scope: marketplace, connector })) === null) return;
  if ((await releases(store).findOne({ scope, connector })) !== null) return;
  throw new Problem(
    'forbidden',
    `The marketplace has the connector "${connector}", which only operators release: choose another id for yours.`,
  );
}

/**
 * Refuses a build that reveals what a release of the same connector keeps secret.
 * @throws Problem `invalid_connector`.
 */
export async function refuseRevealingBuild(store: Store, built: ConnectorPackage, workspaceId: string): Promise<void> {
  for (const scope of [scopeOf(workspaceId), marketplace]) await refuseRevealed(store, built, scope);
}

/** Linked accounts keep their values when a workspace changes the version, so what was secret must stay secret. */
async function refuseRevealed(store: Store, { connector }: ConnectorPackage, scope: string): Promise<void> {
  const isSecret = new Map(connector.account?.fields?.map(({ name, secret = false }) => [name, secret]));
  const rows = await releases(store).find({ scope, connector: connector.id }).toArray();
  for (const { packageText, version } of rows) {
    const { account } = (JSON.parse(packageText) as ConnectorPackage).connector;
    const revealed = account?.fields?.find(({ name, secret }) => secret === true && isSecret.get(name) === false);
    if (revealed === undefined) continue;
    const detail = `The field "${revealed.name}" was secret in version ${version}, and linked accounts keep its value: leave "secret": true, or give the field another name.`;
    throw new Problem('invalid_connector', detail);
  }
}

async function findSameRelease(store: Store, { scope, connector, version, sha256 }: ReleaseDocument): Promise<Release> {
  const kept = await releases(store).findOne({ scope, connector, version }, withoutPackage);
  if (kept?.sha256 === sha256) return toRelease(kept);
  throw otherContent({ connector, version, sha256: kept?.sha256 }, sha256);
}

function otherContent(
  { connector, version, sha256 }: { connector: string; version: string; sha256: string | undefined },
  given: string,
): Problem {
  return new Problem(
    'already_exists',
    `Version ${version} of the connector "${connector}" was already released with other content (sha256 ${sha256}; yours is ${given}): raise the version.`,
  );
}

/** The releases that a workspace sees: its own, or those of the marketplace alone. */
export interface ReleaseViewer {
  workspaceId: string | null;
}

/**
 * Lists the releases of all connectors, or of `connector`, newest version first. A workspace that has a connector of its
 * own does not see one with the same id in the marketplace.
 */
export async function listReleases(
  store: Store,
  { workspaceId }: ReleaseViewer,
  connector?: string,
): Promise<Release[]> {
  const scopes = workspaceId === null ? [marketplace] : [marketplace, scopeOf(workspaceId)];
  const rows = await readReleases(store, { scope: { $in: scopes }, ...(connector !== undefined && { connector }) });
  const own = new Set(rows.filter(({ scope }) => scope !== marketplace).map((row) => row.connector));
  return rows
    .filter((row) => !own.has(row.connector) || row.scope !== marketplace)
    .map(toRelease)
    .sort(newestFirst);
}

function readReleases(store: Store, match: Filter<ReleaseDocument>): Promise<ReleaseDocument[]> {
  return releases(store).find(match, withoutPackage).sort({ connector: 1 }).toArray();
}

const newestFirst = (left: Release, right: Release): number =>
  left.connector.localeCompare(right.connector) || compareVersions(right.version, left.version);

/** The newest version of a connector, by version number rather than date; undefined if it has no release. */
export async function findNewestRelease(
  store: Store,
  viewer: ReleaseViewer,
  connector: string,
): Promise<Release | undefined> {
  const [newest] = await listReleases(store, viewer, connector);
  return newest;
}

/**
 * The package of one version that a workspace uses: a release of its own, one of the marketplace, or its own build.
 * @throws Problem `not_found`.
 */
export async function getReleasedPackage(
  store: Store,
  { workspaceId }: ReleaseViewer,
  { connector, version }: { connector: string; version: string },
): Promise<ConnectorPackage> {
  if (isBuildVersion(version) && workspaceId !== null)
    return getBuiltPackage(store, workspaceId, { connector, version });
  const scopes = workspaceId === null ? [marketplace] : [scopeOf(workspaceId), marketplace];
  for (const scope of scopes) {
    const row = await releases(store).findOne({ scope, connector, version });
    if (row) return JSON.parse(row.packageText) as ConnectorPackage;
  }
  throw new Problem('not_found', `There is no release ${version} of the connector "${connector}" for this workspace.`);
}

/** Compares versions such as `1.10.0` by their numbers: negative if `left` is older. */
export function compareVersions(left: string, right: string): number {
  const [first, second] = [versionParts(left), versionParts(right)];
  const at = first.numbers.findIndex((number, index) => number !== second.numbers[index]);
  if (at >= 0) return first.numbers[at]! - (second.numbers[at] ?? 0);
  if (first.suffix === second.suffix) return 0;
  // A version with a suffix comes before the one without (Semantic Versioning 2.0.0 section 11).
  if (first.suffix === '') return 1;
  if (second.suffix === '') return -1;
  return first.suffix < second.suffix ? -1 : 1;
}

function versionParts(version: string): { numbers: number[]; suffix: string } {
  const [numbers = '', ...suffix] = version.split('-');
  return { numbers: numbers.split('.').map(Number), suffix: suffix.join('-') };
}

const withoutPackage = { projection: { packageText: 0 } };

function toRelease({ scope, releasedAt, notes, ...row }: Omit<ReleaseDocument, 'packageText'>): Release {
  const { connector, name, version, sha256, workspaceId } = row;
  const isPublic = scope === marketplace;
  return {
    ...{ connector, name, version, sha256, workspaceId, isPublic, releasedAt: releasedAt.toISOString() },
    ...(notes !== undefined && { notes }),
  };
}
