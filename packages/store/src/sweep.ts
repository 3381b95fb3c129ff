import { MongoServerError, ObjectId } from 'mongodb';
import { changes } from './change-log.ts';
import { removeContent } from './file-content.ts';
import type { Store } from './store.ts';
import { takeOverdue, unfinished, type UnfinishedDocument } from './unfinished.ts';
import { ensureWorkspaceIndexes } from './workspace-indexes.ts';

export interface SweepOptions {
  /** For how long the builder of something has not been seen when it counts as dead. */
  unseenForMs?: number;
}

const deadAfterMs = 90_000;
const againAfterMs = 3_600_000;
const namespaceNotFound = 26;

/**
 * Removes what dead builders left half-built and what is out of use, in every workspace. To be called at start and then
 * every minute or so; several processes may do so at once. Gives how many things were removed.
 */
export async function sweep(store: Store, { unseenForMs = deadAfterMs }: SweepOptions = {}): Promise<number> {
  let removed = 0;
  for (const workspaceId of await workspaceIds(store)) {
    removed += await sweepWorkspace(store, workspaceId, { unseenForMs });
  }
  return removed;
}

/** The same in one workspace. */
export async function sweepWorkspace(
  store: Store,
  workspaceId: string,
  { unseenForMs = deadAfterMs }: SweepOptions = {},
): Promise<number> {
  let removed = 0;
  for await (const thing of takeOverdue(store, workspaceId, { unseenForMs })) {
    await remove(store, workspaceId, thing);
    await settle(store, workspaceId, thing);
    removed += 1;
  }
  return removed;
}

/** Makes the indexes that are missing in the database of any workspace. */
export async function ensureIndexesOfWorkspaces(store: Store): Promise<void> {
  for (const workspaceId of await workspaceIds(store)) await ensureWorkspaceIndexes(store, workspaceId);
}

async function remove(store: Store, workspaceId: string, { _id, kind }: UnfinishedDocument): Promise<void> {
  switch (kind) {
    case 'collection':
      await dropCollection(store, workspaceId, _id);
      return;
    case 'upload':
      await removeContent(store, workspaceId, new ObjectId(_id));
      return;
    case 'branch':
      await changes(store, workspaceId).deleteMany({ branchId: _id });
  }
}

/** A builder that only stood still may go on and write into what was removed: its remains are removed an hour later. */
async function settle(store: Store, workspaceId: string, { _id, seenAt }: UnfinishedDocument): Promise<void> {
  const rows = unfinished(store, workspaceId);
  if (!seenAt) await rows.deleteOne({ _id });
  else await rows.updateOne({ _id }, [{ $set: { dropAt: { $add: ['$$NOW', againAfterMs] } } }, { $unset: 'seenAt' }]);
}

/** Drops a collection, if it was made at all. */
export async function dropCollection(store: Store, workspaceId: string, name: string): Promise<void> {
  try {
    await store.workspaceDb(workspaceId).dropCollection(name);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === namespaceNotFound)) throw error;
  }
}

/** The ids of all workspaces, by the names of their databases. */
async function workspaceIds(store: Store): Promise<string[]> {
  const prefix = `${store.system.databaseName}_`;
  const { databases } = await store.client.db('admin').admin().listDatabases({ nameOnly: true });
  return databases
    .filter(({ name }) => name.startsWith(prefix) && /^[0-9a-f]{24}$/.test(name.slice(prefix.length)))
    .map(({ name }) => name.slice(prefix.length));
}
