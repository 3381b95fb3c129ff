import { nearest, Problem, type App } from '@tallyhook/schemas';
import type { AppPackage } from '@tallyhook/schemas/api';
import type { Collection, Filter } from 'mongodb';
import { checkWholeApp } from '../apps/apps.ts';
import { audited } from '../audit/audit.ts';
import { compareVersions } from '../connectors/releases.ts';
import { coreWorkspaceId } from '../database/core-workspace.ts';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** One version of an app: in the marketplace, or of the one workspace that released it for itself. It never changes. */
export interface AppRelease {
  app: string;
  name: string;
  version: string;
  sha256: string;
  isPublic: boolean;
  releasedAt: string;
}

interface AppReleaseDocument extends Omit<AppRelease, 'releasedAt' | 'isPublic'> {
  _id: string;
  /** `marketplace`, or the id of the only workspace that sees it. */
  scope: string;
  description: string;
  by: string;
  releasedAt: Date;
  /** JSON text: an app has keys that the database does not accept. */
  appText: string;
  /** Of the files that a release of the product itself was compiled from. */
  sourceDigest?: string;
}

export const appReleaseIndexes: CollectionIndexes = {
  collection: 'app_releases',
  indexes: [{ key: { scope: 1, app: 1, version: 1 }, name: 'release', unique: true }],
};

const marketplace = 'marketplace';

const releases = (store: Store): Collection<AppReleaseDocument> =>
  store.system.collection(appReleaseIndexes.collection);

/** The product itself and the workspace of the operators release for everybody; any other workspace for itself. */
const scopeOf = (workspaceId: string | null): string =>
  workspaceId === null || workspaceId === coreWorkspaceId ? marketplace : workspaceId;

/**
 * Releases a compiled app. Releasing the same content again changes nothing. `workspaceId` null means the product.
 * @throws Problem `invalid_input` with every mistake, `already_exists` if the version exists with other content,
 * `forbidden` if the marketplace has an app with this id.
 */
export async function releaseApp(
  store: Store,
  { app, sha256 }: AppPackage,
  { workspaceId, by }: { workspaceId: string | null; by: string },
): Promise<AppRelease> {
  checkWholeApp(app);
  const { id, name, version, description = '' } = app;
  const scope = scopeOf(workspaceId);
  if (scope !== marketplace && (await releases(store).findOne({ scope: marketplace, app: id })) !== null) {
    const detail = `The marketplace has the app "${id}", which only operators release: choose another id for yours.`;
    throw new Problem('forbidden', detail);
  }
  const releasedAt = new Date();
  const row: AppReleaseDocument = {
    ...{ _id: newId(), app: id, name, version, sha256, scope, description, by, releasedAt },
    appText: JSON.stringify(app),
  };
  const entry = { action: 'app.released', by, at: releasedAt, target: id, details: { version, sha256 } } as const;
  try {
    await audited(store, { ...entry, ...(workspaceId && { workspaceId }) }, (session) =>
      releases(store).insertOne(row, { session }),
    );
    return toRelease(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const kept = await releases(store).findOne({ scope, app: id, version });
    if (kept?.sha256 === sha256) return toRelease(kept);
    throw new Problem(
      'already_exists',
      `Version ${version} of the app "${id}" was already released with other content (sha256 ${kept?.sha256}; yours is ${sha256}): raise the version.`,
    );
  }
}

/** The digests of the files that the product's own releases were compiled from. */
export async function listShippedAppDigests(store: Store): Promise<ReadonlySet<string>> {
  const match = { scope: marketplace, sourceDigest: { $exists: true } };
  const rows = await releases(store)
    .find(match, { projection: { sourceDigest: 1 } })
    .toArray();
  return new Set(rows.map(({ sourceDigest }) => sourceDigest!));
}

/** Keeps the digest of the files that a release of the product itself was compiled from. */
export async function keepShippedAppDigest(
  store: Store,
  { app, version, sha256 }: AppRelease,
  sourceDigest: string,
): Promise<void> {
  await releases(store).updateOne({ scope: marketplace, app, version, sha256 }, { $set: { sourceDigest } });
}

/** The newest version of each app that a workspace sees, by name. */
export async function listAppOffers(
  store: Store,
  workspaceId: string,
): Promise<(AppRelease & { description: string })[]> {
  const rows = await read(store, workspaceId, {});
  const byApp = Map.groupBy(rows, ({ app }) => app);
  const newest = [...byApp.values()].map((versions) => versions.toSorted(newestFirst)[0]!);
  return newest
    .map((row) => ({ ...toRelease(row), description: row.description }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/**
 * An app at a version, by default the newest.
 * @throws Problem `not_found`.
 */
export async function getReleasedApp(
  store: Store,
  workspaceId: string,
  { app, version }: { app: string; version?: string | undefined },
): Promise<{ release: AppRelease; app: App }> {
  const rows = await read(store, workspaceId, { app, ...(version !== undefined && { version }) });
  const [row] = rows.toSorted(newestFirst);
  if (row === undefined) throw await unknownApp(store, workspaceId, { app, version });
  return { release: toRelease(row), app: JSON.parse(row.appText) as App };
}

async function unknownApp(
  store: Store,
  workspaceId: string,
  { app, version }: { app: string; version?: string | undefined },
): Promise<Problem> {
  const known = (await listAppOffers(store, workspaceId)).map((offer) => offer.app);
  if (known.includes(app)) return new Problem('not_found', `The app "${app}" has no release ${version}.`);
  const near = nearest(app, known);
  const advice = near === undefined ? 'GET /api/apps lists the available apps.' : `did you mean "${near}"?`;
  return new Problem('not_found', `The marketplace has no app "${app}": ${advice}`);
}

function read(store: Store, workspaceId: string, match: Filter<AppReleaseDocument>): Promise<AppReleaseDocument[]> {
  return releases(store)
    .find({ scope: { $in: [marketplace, scopeOf(workspaceId)] }, ...match })
    .toArray();
}

const newestFirst = (one: AppReleaseDocument, other: AppReleaseDocument) => compareVersions(other.version, one.version);

function toRelease({ app, name, version, sha256, scope, releasedAt }: AppReleaseDocument): AppRelease {
  return { app, name, version, sha256, isPublic: scope === marketplace, releasedAt: releasedAt.toISOString() };
}
