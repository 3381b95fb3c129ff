import { Problem } from '@tallyhook/schemas';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../database/duplicate-key.ts';
import { newId, type CollectionIndexes, type Store } from '../database/store.ts';

/** A file of a connector; `path` has `/` as separator. */
export interface FolderFile {
  path: string;
  text: string;
}

/** What a list shows of a connector in the making. */
export interface ConnectorFolderEntry {
  /** The id of the connector. */
  connector: string;
  name: string;
  version: string;
  /** Increases with each save. */
  revision: number;
  /** How many mistakes it had when it was saved. */
  problemCount: number;
  changedAt: string;
  changedBy: string;
}

/** A connector in the making: its files, which may have mistakes. Only its workspace sees it. */
export interface ConnectorFolder extends ConnectorFolderEntry {
  files: FolderFile[];
}

interface FolderDocument extends Omit<ConnectorFolderEntry, 'changedAt'> {
  _id: string;
  workspaceId: string;
  changedAt: Date;
  /** JSON text: a path such as `actions/a.json` cannot be a key, and texts keep every character. */
  filesText: string;
}

export const connectorFolderIndexes: CollectionIndexes = {
  collection: 'connector_folders',
  indexes: [{ key: { workspaceId: 1, connector: 1 }, name: 'folder', unique: true }],
};

const folders = (store: Store): Collection<FolderDocument> =>
  store.system.collection(connectorFolderIndexes.collection);

/** Each may have megabytes. */
const maxFolders = 200;

type Place = Pick<ConnectorFolder, 'connector'> & { workspaceId: string };
type Content = Pick<ConnectorFolder, 'name' | 'version' | 'files' | 'problemCount'>;

/** The connectors that a workspace is making, the last changed first. */
export async function listConnectorFolders(store: Store, workspaceId: string): Promise<ConnectorFolderEntry[]> {
  const rows = await folders(store)
    .find({ workspaceId }, { projection: { filesText: 0 } })
    .sort({ changedAt: -1 })
    .toArray();
  return rows.map(toEntry);
}

/**
 * Reads a connector in the making.
 * @throws Problem `not_found`
 */
export async function getConnectorFolder(store: Store, { workspaceId, connector }: Place): Promise<ConnectorFolder> {
  const row = await folders(store).findOne({ workspaceId, connector });
  if (row === null) throw noFolder(connector);
  return toFolder(row);
}

/**
 * Begins a connector.
 * @throws Problem `already_exists`, or `quota_reached` if the workspace has too many
 */
export async function addConnectorFolder(
  store: Store,
  { workspaceId, connector }: Place,
  { files, ...content }: Content,
  by: string,
): Promise<ConnectorFolder> {
  if ((await folders(store).countDocuments({ workspaceId })) >= maxFolders) throw tooMany();
  const row: FolderDocument = {
    ...{ _id: newId(), workspaceId, connector, revision: 1, ...content },
    ...{ filesText: JSON.stringify(files), changedAt: new Date(), changedBy: by },
  };
  try {
    await folders(store).insertOne(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const detail = `This workspace already has a folder for the connector "${connector}": open it, or choose another id.`;
    throw new Problem('already_exists', detail);
  }
  return toFolder(row);
}

/**
 * Replaces all files of a connector in the making.
 * @throws Problem `revision_conflict` if somebody else has saved since `revision`, `not_found`
 */
export async function saveConnectorFolder(
  store: Store,
  { workspaceId, connector }: Place,
  { revision, files, ...content }: Content & { revision: number },
  by: string,
): Promise<ConnectorFolder> {
  const row = await folders(store).findOneAndUpdate(
    { workspaceId, connector, revision },
    {
      $set: { ...content, filesText: JSON.stringify(files), changedAt: new Date(), changedBy: by },
      $inc: { revision: 1 },
    },
    { returnDocument: 'after' },
  );
  if (row !== null) return toFolder(row);
  const now = await folders(store).findOne({ workspaceId, connector }, { projection: { revision: 1 } });
  if (now === null) throw noFolder(connector);
  const detail = `You changed revision ${revision} of "${connector}", but somebody has saved revision ${now.revision} since: read it again, so that nothing of theirs is lost.`;
  throw new Problem('revision_conflict', detail, { members: { revision: now.revision } });
}

/**
 * Removes a connector in the making; its releases stay.
 * @throws Problem `not_found`
 */
export async function removeConnectorFolder(store: Store, { workspaceId, connector }: Place): Promise<void> {
  const { deletedCount } = await folders(store).deleteOne({ workspaceId, connector });
  if (deletedCount === 0) throw noFolder(connector);
}

function noFolder(connector: string): Problem {
  const detail = `This workspace has no folder for a connector "${connector}": GET /api/connector-folders lists them.`;
  return new Problem('not_found', detail);
}

function tooMany(): Problem {
  const detail = `A workspace can have ${maxFolders} connectors in the making: remove some that are released or no longer needed.`;
  return new Problem('quota_reached', detail);
}

function toEntry(row: Omit<FolderDocument, 'filesText'>): ConnectorFolderEntry {
  const { connector, name, version, revision, problemCount, changedAt, changedBy } = row;
  return { connector, name, version, revision, problemCount, changedAt: changedAt.toISOString(), changedBy };
}

function toFolder(row: FolderDocument): ConnectorFolder {
  return { ...toEntry(row), files: JSON.parse(row.filesText) as FolderFile[] };
}
