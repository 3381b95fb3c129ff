import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FileSettings } from '../storages/file-settings.ts';
import { openStorages, type FileStorages } from '../storages/open-storages.ts';
import { MongoClient, ObjectId, type Db, type IndexDescription, type TopologyDescription } from 'mongodb';

/** An open connection to the databases. */
export interface Store {
  client: MongoClient;
  /** Data that is not in a workspace's own database: people, sessions, workspaces, keys, deliveries, runs. */
  system: Db;
  /** The database of one workspace: branches, records, change log, files. */
  workspaceDb(workspaceId: string): Db;
  /**
   * The server that takes the writes and its election, as far as this process knows. The text changes when another
   * server is elected or the same one is re-elected. Undefined while there is no primary.
   */
  primary(): string | undefined;
  /** Opens the secrets of linked accounts; absent if this process must not read them. */
  keyring: Keyring | undefined;
  /** Where the bytes of files are, besides GridFS. */
  files: FileStorages;
  /** The file that the keyring comes from, which another process may change. */
  keyringFile: string | undefined;
  close(): Promise<void>;
}

/** Keys that wrap the data key of each workspace: key id → 32 bytes. Every key opens; `current` is the first. */
export interface Keyring {
  current: string;
  keys: Record<string, Buffer>;
}

export interface StoreOptions {
  /** A MongoDB connection string. It must name a replica set, because transactions need one. */
  uri: string;
  /** Default: files are kept in GridFS. */
  files?: FileSettings;
  keyring?: Keyring | undefined;
  /** Where to read the keyring again when it lacks a key. */
  keyringFile?: string | undefined;
  /** Prefix of the database names; tests use one per file. */
  databasePrefix?: string;
  /** `false` opens the store without a server; operations fail until one is reachable. */
  connect?: boolean;
}

/** The indexes declared in a collection's file; `indexes.ts` lists them. */
export interface CollectionIndexes {
  collection: string;
  indexes: readonly IndexDescription[];
}

const reconnectPauseMs = 500;

const maxDatabases = 1_000;

/** Connects to MongoDB. Every write is acknowledged by a majority and its journal. */
export async function openStore({
  uri,
  keyring,
  files: fileSettings,
  keyringFile,
  databasePrefix = 'tallyhook',
  connect = true,
}: StoreOptions): Promise<Store> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 5_000,
    waitQueueTimeoutMS: 10_000,
    // More than questions use at once (eight of them, eight reads each), so that small reads find a connection.
    maxPoolSize: 100,
  });
  // Cached, because the driver reads a dozen options per database object and a question names its database a dozen
  // times.
  const databases = new Map<string, Db>();
  let primary: string | undefined;
  client.on('topologyDescriptionChanged', ({ newDescription }) => (primary = primaryIn(newDescription)));
  let isClosed = false;
  if (connect) await client.connect();
  else void connectWhenThere(client, () => isClosed);
  const files = openStorages(client.db(databasePrefix), fileSettings);
  return {
    client,
    system: client.db(databasePrefix),
    workspaceDb(workspaceId) {
      const known = databases.get(workspaceId);
      if (known) return known;
      if (databases.size >= maxDatabases) databases.clear();
      const database = client.db(`${databasePrefix}_${workspaceId}`);
      databases.set(workspaceId, database);
      return database;
    },
    primary: () => primary,
    keyring,
    files,
    keyringFile,
    async close() {
      isClosed = true;
      files.close();
      await client.close();
    },
  };
}

function primaryIn({ servers }: TopologyDescription): string | undefined {
  const server = [...servers.values()].find(({ type }) => type === 'RSPrimary');
  return server && [server.address, server.electionId, server.topologyVersion?.processId].join(' ');
}

/**
 * Retries the first connection: once connected, the driver reconnects itself, but a client whose first attempt failed
 * never does.
 */
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

/** A new id: 24 hex digits, ordered by creation time. */
export function newId(): string {
  return new ObjectId().toHexString();
}

let idsAt = 0;

/**
 * A new id of something that came at a moment, ordered by milliseconds, also among those of other processes; ids of one
 * millisecond are in the order in which this process made them.
 */
export function newIdAt(at: Date): string {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(at.getTime() / 1_000), 0);
  bytes.writeUInt16BE(at.getTime() % 1_000, 4);
  bytes.writeUInt16BE(idsAt, 6);
  idsAt = (idsAt + 1) % 0x1_00_00;
  return bytes.toString('hex');
}

/** Whether MongoDB responds and has a primary; never throws. */
export async function pingStore(store: Store, { timeoutMs }: { timeoutMs: number }): Promise<boolean> {
  try {
    const command = store.system.command({ hello: 1 }, { timeoutMS: timeoutMs });
    // The driver itself may wait much longer for a server that hangs.
    const answer = await Promise.race([command, sleep(timeoutMs, undefined, { ref: false })]);
    return answer?.isWritablePrimary === true;
  } catch {
    return false;
  }
}
