import { totalmem } from 'node:os';
import { Problem } from '@tallyhook/schemas';
import { endedSentence, startChild, type Child } from '../child.ts';
import { answers } from '../ports.ts';
import { openReplicaSet } from './replica-set.ts';

/** What one embedded mongod needs. */
export interface MongodOptions {
  binary: string;
  /** Its data; made by the caller. */
  directory: string;
  logPath: string;
  port: number;
  keyFile: string;
  password: string;
  environment: NodeJS.ProcessEnv;
  /** How long a file of a collection or an index that nobody uses stays open; as by default of MongoDB, 600 unless told. */
  idleFileSeconds?: number | undefined;
  onSpawned?(pid: number): void;
  signal?: AbortSignal;
}

/** After a kill it first reads its journal, which may take a while; it is left in peace with that. */
const readyTimeoutMs = 10 * 60_000;
const user = 'tallyhook';
const replicaSet = 'tallyhook';

/** The connection string of an embedded mongod. It holds the password: pass it on in an environment only. */
export function mongodUri({ port, password }: Pick<MongodOptions, 'port' | 'password'>): string {
  return `mongodb://${user}:${password}@127.0.0.1:${port}/?replicaSet=${replicaSet}&authSource=admin`;
}

/**
 * Starts a mongod on the loopback address as a replica set of one (transactions and change streams need a set),
 * sets it up when its data is new, and waits until it takes writes.
 */
export async function startMongod(options: MongodOptions): Promise<Child> {
  const { binary, directory, logPath, port, keyFile, password, environment, onSpawned, signal } = options;
  const { idleFileSeconds = 600 } = options;
  const args = [
    ...['--dbpath', directory, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', replicaSet, '--keyFile', keyFile, '--oplogSize', '990'],
    // zlib is left out: CVE-2025-14847.
    ...['--networkMessageCompressors', 'snappy,zstd'],
    ...['--wiredTigerCacheSizeGB', cacheGigabytes(totalmem()).toFixed(2)],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // What a killed process had begun holds its records until then; by default a whole minute. No write of ours takes long.
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

/** How long a clean shutdown may take; after a kill the next start repairs from the journal. */
export const stopTimeoutMs = 20_000;

/** An eighth of the memory, at least what mongod takes and at most 2 GB: it shares the machine with everything else. */
function cacheGigabytes(memoryBytes: number): number {
  return Math.min(2, Math.max(0.25, memoryBytes / 8e9));
}
