import { MongoClient, ObjectId, type Db, type IndexDescription } from 'mongodb';

/** An open connection to everything that is kept. */
export interface Store {
  client: MongoClient;
  /** People, sessions, workspaces, keys, deliveries, runs: what is not a workspace's own. */
  system: Db;
  /** The database of one workspace: branches, records, change log, files. */
  workspaceDb(workspaceId: string): Db;
  /** Opens the secrets of linked accounts; absent where none may be read. */
  keyring: Keyring | undefined;
  close(): Promise<void>;
}

/** Keys that wrap the data key of each workspace: key id → 32 bytes. `current` seals, all open. */
export interface Keyring {
  current: string;
  keys: Record<string, Buffer>;
}

export interface StoreOptions {
  /** A MongoDB connection string to a replica set: transactions are needed. */
  uri: string;
  keyring?: Keyring;
  /** Names the databases; tests give each file its own. */
  databasePrefix?: string;
  /** `false` opens the store without a server: each operation then waits for one by itself, for five seconds. */
  connect?: boolean;
}

/** What the file of a collection says about its indexes; `indexes.ts` lists them. */
export interface CollectionIndexes {
  collection: string;
  indexes: readonly IndexDescription[];
}

/** Connects to MongoDB; every write is acknowledged by a majority and its journal. */
export async function openStore({
  uri,
  keyring,
  databasePrefix = 'tallyhook',
  connect = true,
}: StoreOptions): Promise<Store> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 5_000,
    maxPoolSize: 50,
  });
  if (connect) await client.connect();
  return {
    client,
    system: client.db(databasePrefix),
    workspaceDb: (workspaceId) => client.db(`${databasePrefix}_${workspaceId}`),
    keyring,
    close: () => client.close(),
  };
}

/** A new id: 24 hex digits, ordered by the time it was made. */
export function newId(): string {
  return new ObjectId().toHexString();
}
