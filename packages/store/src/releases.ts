import { Problem, type ConnectorPackage } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import { newId, type CollectionIndexes, type Store } from './store.ts';

/** One version of a connector in the marketplace. It never changes. */
export interface Release {
  connector: string;
  name: string;
  version: string;
  sha256: string;
  /** The workspace that released it; null for the connectors that come with the product. */
  workspaceId: string | null;
  releasedAt: string;
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
  /** JSON text: a package holds keys such as `$ref` that are no names for a database. */
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
 * Puts a compiled connector into the marketplace. Releasing the same content again changes nothing.
 * Throws Problem `already_exists` when the version exists with other content, `forbidden` when the connector
 * belongs to another workspace (null stands for the product itself).
 */
export async function releaseConnector(
  store: Store,
  released: ConnectorPackage,
  { workspaceId, by }: { workspaceId: string | null; by: string },
): Promise<Release> {
  const { id, name, version } = released.connector;
  await refuseOtherOwner(store, id, workspaceId);
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
    await releases(store).insertOne(row);
    return toRelease(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return findSameRelease(store, row);
  }
}

/** Whoever releases the first version owns the id from then on. */
async function refuseOtherOwner(store: Store, connector: string, workspaceId: string | null): Promise<void> {
  const owner = await owners(store).findOneAndUpdate(
    { _id: connector },
    { $setOnInsert: { workspaceId } },
    { upsert: true, returnDocument: 'after' },
  );
  if (owner!.workspaceId === workspaceId) return;
  throw new Problem('forbidden', `The connector "${connector}" belongs to somebody else: choose another id for yours.`);
}

async function findSameRelease(store: Store, { connector, version, sha256 }: ReleaseDocument): Promise<Release> {
  const kept = await releases(store).findOne({ connector, version }, withoutPackage);
  if (kept?.sha256 === sha256) return toRelease(kept);
  throw new Problem(
    'already_exists',
    `Version ${version} of the connector "${connector}" was released with other content (sha256 ${kept?.sha256}; this one is ${sha256}): raise the version.`,
  );
}

/** Every connector of the marketplace with its newest version first. */
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

/** The newest version of a connector, by its number and not by its date; undefined where there is none. */
export async function findNewestRelease(store: Store, connector: string): Promise<Release | undefined> {
  const [newest] = await listReleases(store, connector);
  return newest;
}

/** The package of one version. Throws Problem `not_found`. */
export async function getReleasedPackage(store: Store, connector: string, version: string): Promise<ConnectorPackage> {
  const row = await releases(store).findOne({ connector, version });
  if (!row) throw new Problem('not_found', `The marketplace has no version ${version} of a connector "${connector}".`);
  return JSON.parse(row.packageText) as ConnectorPackage;
}

/** Orders versions such as `1.10.0` by their numbers: negative when `left` is the older one. */
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
