import { totalmem } from 'node:os';
import { Problem } from '@tallyhook/schemas';
import { endedSentence, startChild, type Child } from '../child.ts';
import { answers } from '../ports.ts';
import { openReplicaSet } from './replica-set.ts';

/** Options of an embedded mongod. */
export interface MongodOptions {
  binary: string;
  /** Its data folder; the caller creates it. */
  directory: string;
  logPath: string;
  port: number;
  keyFile: string;
  password: string;
  environment: NodeJS.ProcessEnv;
  /** Seconds until mongod closes the file of an unused collection or index. Default 600, as in MongoDB. */
  idleFileSeconds?: number | undefined;
  onSpawned?(pid: number): void;
  signal?: AbortSignal;
}

/** After a kill, mongod first replays its journal, which may take minutes. */
const readyTimeoutMs = 10 * 60_000;
const user = 'tallyhook';
const replicaSet = 'tallyhook';

/** The connection string of an embedded mongod. It contains the password: pass it on only in an environment. */
export function mongodUri({ port, password }: Pick<MongodOptions, 'port' | 'password'>): string {
  return `mongodb://${user}:${password}@127.0.0.1:${port}/?replicaSet=${replicaSet}&authSource=admin`;
}

/**
 * Starts a mongod on the loopback address as a replica set of one (transactions and change streams need a set),
 * initializes new data, and waits until it accepts writes.
 */
export async function startMongod(options: MongodOptions): Promise<Child> {
  const { binary, directory, logPath, port, keyFile, password, environment, onSpawned, signal } = options;
  const { idleFileSeconds = 600 } = options;
  const args = [
    ...['--dbpath', directory, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', replicaSet, '--keyFile', keyFile, '--oplogSize', '990'],
    // No zlib: CVE-2025-14847.
    ...['--networkMessageCompressors', 'snappy,zstd'],
    ...['--wiredTigerCacheSizeGB', cacheGigabytes(totalmem()).toFixed(2)],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // Transactions of a killed process lock their records until this limit; the default is a whole minute. Our own
    // writes are short.
    ...['--setParameter', 'transactionLifetimeLimitSeconds=20'],
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=1000'],
    ...['--setParameter', `wiredTigerFileHandleCloseIdleTime=${idleFileSeconds}`],
  ];
  const ready = () => answers(port);
  const child = await startChild(
    { name: 'mongod', command: binary, args, environment, logPath, port, ready, readyTimeoutMs, onSpawned },
    signal,
  );
  let running = true;
  void child.ended.then(() => (running = false));
  try {
    const uri = mongodUri({ port, password });
    await openReplicaSet({ port, user, password, replicaSet, uri, isRunning: () => running });
    return child;
  } catch (error) {
    await child.stop(stopTimeoutMs);
    if (error instanceof Problem) throw error;
    const what = `could not be set up (${error instanceof Error ? error.message : String(error)})`;
    throw new Problem('cannot_start', endedSentence('mongod', what, logPath, await child.lastLines()), {
      cause: error,
    });
  }
}

/** Time limit for a clean shutdown. After a kill the next start recovers from the journal. */
export const stopTimeoutMs = 20_000;

/** An eighth of the memory, at least mongod's minimum and at most 2 GB: other processes share the machine. */
function cacheGigabytes(memoryBytes: number): number {
  return Math.min(2, Math.max(0.25, memoryBytes / 8e9));
}
