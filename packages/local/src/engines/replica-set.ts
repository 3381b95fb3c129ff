import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@tallyhook/schemas';
import { isStoreUnavailable, openStore, type Store } from '@tallyhook/store';

export interface ReplicaSetOptions {
  port: number;
  user: string;
  password: string;
  replicaSet: string;
  /** The connection string with the user, for all clients. */
  uri: string;
  /** Whether the mongod is still running; waiting stops when it has ended. */
  isRunning(): boolean;
}

interface Hello {
  setName?: string;
  isWritablePrimary: boolean;
}

interface ReplicaSetConfig {
  version: number;
  members: { _id: number; host: string }[];
}

const primaryTimeoutMs = 120_000;
const pollMs = 20;
/** Error codes of mongod (error_codes.yml in its source). */
const codes = { unauthorized: 13, authenticationFailed: 18, alreadyInitialized: 23 };

/**
 * Makes a freshly started mongod the primary of a replica set of one with one user. Handles new data, an interrupted
 * setup, and data that last ran on another port. Resolves when it accepts writes.
 */
export async function openReplicaSet(options: ReplicaSetOptions): Promise<void> {
  const deadline = Date.now() + primaryTimeoutMs;
  for (;;) {
    try {
      return await setUp(options, deadline);
    } catch (error) {
      // On another port mongod considers itself removed from its set and closes all connections.
      if (!isStoreUnavailable(error) || !options.isRunning() || Date.now() > deadline) throw error;
      await sleep(pollMs);
    }
  }
}

async function setUp(options: ReplicaSetOptions, deadline: number): Promise<void> {
  const { port, user, password, replicaSet } = options;
  // Until a user exists, mongod accepts setup commands from the loopback address without authentication.
  const direct = await openStore({ uri: `mongodb://127.0.0.1:${port}/?directConnection=true` });
  try {
    const hello = await readHello(direct);
    if (hello.setName === undefined && !(await initiate(direct, replicaSet, port))) await moveMember(options);
    await waitForPrimary(direct, deadline);
    if (!(await hasUser(options.uri))) await createUser(direct, user, password);
  } finally {
    await direct.close();
  }
}

/** Whether the set was initiated. False if the data already contains a set. */
async function initiate(store: Store, replicaSet: string, port: number): Promise<boolean> {
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  try {
    await admin(store, { replSetInitiate: { _id: replicaSet, members } });
    return true;
  } catch (error) {
    if (hasCode(error, codes.alreadyInitialized) || hasCode(error, codes.unauthorized)) return false;
    throw error;
  }
}

/**
 * The set remembers its member's port. On another port mongod does not find itself in the set until it is reconfigured.
 */
async function moveMember({ port, user, password }: ReplicaSetOptions): Promise<void> {
  const uri = `mongodb://${user}:${password}@127.0.0.1:${port}/?directConnection=true&authSource=admin`;
  const store = await openStore({ uri });
  try {
    const { config } = (await admin(store, { replSetGetConfig: 1 })) as { config: ReplicaSetConfig };
    const members = config.members.map((member) => ({ ...member, host: `127.0.0.1:${port}` }));
    await admin(store, { replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  } finally {
    await store.close();
  }
}

async function waitForPrimary(store: Store, deadline: number): Promise<void> {
  while (!(await readHello(store)).isWritablePrimary) {
    if (Date.now() > deadline) {
      throw new Problem(
        'cannot_start',
        `mongod does not accept writes after ${primaryTimeoutMs / 1000} s: see its log.`,
      );
    }
    await sleep(pollMs);
  }
}

async function hasUser(uri: string): Promise<boolean> {
  try {
    const store = await openStore({ uri });
    await store.close();
    return true;
  } catch (error) {
    if (hasCode(error, codes.authenticationFailed)) return false;
    throw error;
  }
}

async function createUser(store: Store, user: string, password: string): Promise<void> {
  try {
    await admin(store, { createUser: user, pwd: password, roles: ['root'] });
  } catch (error) {
    if (!hasCode(error, codes.unauthorized)) throw error;
    throw new Problem(
      'cannot_start',
      'The password in TALLYHOOK_HOME/secrets/mongod.password does not match the data in TALLYHOOK_HOME/mongod: ' +
        'restore the right one, or set TALLYHOOK_HOME to an empty folder to start over.',
      { cause: error },
    );
  }
}

async function readHello(store: Store): Promise<Hello> {
  return (await admin(store, { hello: 1 })) as unknown as Hello;
}

function admin(store: Store, command: Record<string, unknown>): Promise<Record<string, unknown>> {
  return store.client.db('admin').command(command);
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
