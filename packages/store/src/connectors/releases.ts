import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { getBuiltPackage, isBuildVersion } from './connector-builds.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { audited } from '../people/audit.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** One version of a connector in the marketplace. Releases never change. */
export interface Release {
  connector: string;
  name: string;
  version: string;
  sha256: string;
  /** The workspace that released it; null for the connectors that ship with the product. */
  workspaceId: string | null;
  releasedAt: string;
}

/** The release that would be made, if it is not refused. */
export interface ReleasePreview extends Omit<Release, 'releasedAt'> {
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
  by: string;
  releasedAt: Date;
  /** JSON text: a package has keys such as `$ref`, which the database does not accept. */
  packageText: string;
}

export const releaseIndexes: CollectionIndexes = {
  collection: 'connector_releases',
  indexes: [{ key: { connector: 1, version: 1 }, unique: true }],
};

const owners = (store: Store): Collection<{ _id: string; workspaceId: string | null }> =>
  store.system.collection('connector_owners');

const releases = (store: Store): Collection<ReleaseDocument> => store.system.collection(releaseIndexes.collection);

/**
 * Releases a compiled connector to the marketplace. Releasing the same content again changes nothing. `workspaceId`
 * null means the product itself.
 * @throws Problem `already_exists` if the version exists with other content, `forbidden` if the connector belongs to
 * another workspace.
 */
export async function releaseConnector(
  store: Store,
  released: ConnectorPackage,
  { workspaceId, by }: { workspaceId: string | null; by: string },
): Promise<Release> {
  const { id, name, version } = released.connector;
  refuseBuild(version);
  const owner = await owners(store).findOneAndUpdate(
    { _id: id },
    { $setOnInsert: { workspaceId } },
    { upsert: true, returnDocument: 'after' },
  );
  refuseOtherOwner(id, owner, workspaceId);
  const row: ReleaseDocument = {
    _id: newId(),
    connector: id,
    name,
    version,
    sha256: released.sha256,
    workspaceId,
    by,
    releasedAt: new Date(),
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
  refuseOtherOwner(id, await owners(store).findOne({ _id: id }), workspaceId);
  const all = await listReleases(store, id);
  const same = all.find((release) => release.version === version);
  if (same !== undefined && same.sha256 !== sha256) throw otherContent(same, sha256);
  const before = all.find((release) => compareVersions(release.version, version) < 0)?.version ?? null;
  return { connector: id, name, version, sha256, workspaceId, before, isThere: same !== undefined };
}

function refuseBuild(version: string): void {
  if (!isBuildVersion(version)) return;
  const detail = `"${version}" is the version of a development build: release a version without "-dev.".`;
  throw new Problem('invalid_connector', detail);
}

/** The workspace that releases the first version owns the connector id from then on. */
function refuseOtherOwner(
  connector: string,
  owner: { workspaceId: string | null } | null,
  workspaceId: string | null,
): void {
  if (owner === null || owner.workspaceId === workspaceId) return;
  throw new Problem(
    'forbidden',
    `The connector "${connector}" belongs to another workspace: choose another id for yours.`,
  );
}

async function findSameRelease(store: Store, { connector, version, sha256 }: ReleaseDocument): Promise<Release> {
  const kept = await releases(store).findOne({ connector, version }, withoutPackage);
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

/** Lists the releases of all connectors, or of `connector`, newest version first. */
export async function listReleases(store: Store, connector?: string): Promise<Release[]> {
  const rows = await releases(store)
    .find(connector === undefined ? {} : { connector }, withoutPackage)
    .sort({ connector: 1 })
    .toArray();
  return rows
    .map(toRelease)
    .sort(
      (left, right) => left.connector.localeCompare(right.connector) || compareVersions(right.version, left.version),
    );
}

/** The newest version of a connector, by version number rather than date; undefined if it has no release. */
export async function findNewestRelease(store: Store, connector: string): Promise<Release | undefined> {
  const [newest] = await listReleases(store, connector);
  return newest;
}

/**
 * The package of one version, whether a release or a development build.
 * @throws Problem `not_found`.
 */
export async function getReleasedPackage(store: Store, connector: string, version: string): Promise<ConnectorPackage> {
  if (isBuildVersion(version)) return getBuiltPackage(store, connector, version);
  const row = await releases(store).findOne({ connector, version });
  if (!row)
    throw new Problem('not_found', `The marketplace has no version ${version} of the connector "${connector}".`);
  return JSON.parse(row.packageText) as ConnectorPackage;
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

function toRelease({ connector, name, version, sha256, workspaceId, releasedAt }: ReleaseDocument): Release {
  return { connector, name, version, sha256, workspaceId, releasedAt: releasedAt.toISOString() };
}
