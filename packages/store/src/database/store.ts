import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, ObjectId, type Db, type IndexDescription, type TopologyDescription } from 'mongodb';

/** An open connection to everything that is kept. */
export interface Store {
  client: MongoClient;
  /** People, sessions, workspaces, keys, deliveries, runs: what is not a workspace's own. */
  system: Db;
  /** The database of one workspace: branches, records, change log, files. */
  workspaceDb(workspaceId: string): Db;
  /**
   * Which server takes the writes and since which election, as far as this side knows: another text when another server
   * was elected or the same one began anew. Undefined while there is none.
   */
  primary(): string | undefined;
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
  /** `false` opens the store without a server: what is asked of it fails until there is one. */
  connect?: boolean;
}

/** What the file of a collection says about its indexes; `indexes.ts` lists them. */
export interface CollectionIndexes {
  collection: string;
  indexes: readonly IndexDescription[];
}

const reconnectPauseMs = 500;

const mostDatabases = 1_000;

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
    waitQueueTimeoutMS: 10_000,
    // More than questions take at the same time (eight of them, eight reads each), so that small reads find one.
    maxPoolSize: 100,
  });
  // The driver reads a dozen options for each, and a question names its database a dozen times.
  const databases = new Map<string, Db>();
  let primary: string | undefined;
  client.on('topologyDescriptionChanged', ({ newDescription }) => (primary = primaryIn(newDescription)));
  let isClosed = false;
  if (connect) await client.connect();
  else void connectWhenThere(client, () => isClosed);
  return {
    client,
    system: client.db(databasePrefix),
    workspaceDb(workspaceId) {
      const known = databases.get(workspaceId);
      if (known) return known;
      if (databases.size >= mostDatabases) databases.clear();
      const database = client.db(`${databasePrefix}_${workspaceId}`);
      databases.set(workspaceId, database);
      return database;
    },
    primary: () => primary,
    keyring,
    async close() {
      isClosed = true;
      await client.close();
    },
  };
}

function primaryIn({ servers }: TopologyDescription): string | undefined {
  const server = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return server && [server.address, server.electionId, server.topologyVersion?.processId].join(' ');
}

/** Once connected, the driver finds a lost server again; a client whose first attempt failed it gives up for good. */
async function connectWhenThere(client: MongoClient, isClosed: () => boolean): Promise<void> {
  while (!isClosed()) {
    try {
      await client.connect();
      break;
    } catch {
      await sleep(reconnectPauseMs, undefined, { ref: false });
    }
  }
  if (isClosed()) await client.close();
}

/** A new id: 24 hex digits, ordered by the time it was made. */
export function newId(): string {
  return new ObjectId().toHexString();
}

/** Whether MongoDB answers and has a member that takes writes; never throws. */
export async function pingStore(store: Store, { timeoutMs }: { timeoutMs: number }): Promise<boolean> {
  try {
    const command = store.system.command({ hello: 1 }, { timeoutMS: timeoutMs });
    // The driver itself may wait for a server that hangs much longer than that.
    const answer = await Promise.race([command, sleep(timeoutMs, undefined, { ref: false })]);
    return answer?.isWritablePrimary === true;
  } catch {
    return false;
  }
}
