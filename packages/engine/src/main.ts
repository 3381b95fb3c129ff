/**
 * The worker process. Waits until MongoDB and Temporal are available. Prints one line of JSON when it takes work and
 * logs JSON lines to stderr. On SIGTERM or SIGINT it finishes the work in progress and exits.
 */
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { parseFileSettings } from '@tallyhook/store/files';
import { openStore, readKeyring } from '@tallyhook/store';
import { minKeptDays } from '@tallyhook/store/runs';
import { join } from 'node:path';
import { env, exit, stdout } from 'node:process';
import { destination, pino } from 'pino';
import { createThreadCarrier } from './carrier/thread-carrier.ts';
import { prepareStore } from './worker/prepare-store.ts';
import { installRuntime } from './worker/runtime.ts';
import { startWorker } from './worker/start-worker.ts';

const configurationError = 78;
const log = destination(2);
// A full disk under the log must not stop the worker.
log.on('error', () => undefined);
const logger = pino({ level: env['TALLYHOOK_LOG_LEVEL'] ?? 'info', base: { process: 'worker' } }, log);

function refuse(sentence: string): never {
  logger.fatal(sentence);
  exit(configurationError);
}

function need(name: string, what: string): string {
  return env[name] || refuse(`${name} is not set: ${what}`);
}

/** Returns the value, or prints the problem as a sentence and exits. */
function orRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, otherwise: number): number {
  const text = env[name];
  if (text === undefined || text.trim() === '') return otherwise;
  return /^\d+$/.test(text) ? Number(text) : refuse(`${name} must be a whole number, got "${text}".`);
}

const { keyring, keyringFile } = await readKeyring(env).catch((error: Error) => refuse(error.message));
const uri = need('MONGODB_URI', 'set it to the connection string of a MongoDB replica set.');
const temporalAddress = need('TEMPORAL_ADDRESS', 'set it to the host:port of Temporal.');
const home = env['TALLYHOOK_HOME'];
/** The same settings as the api's, because workflows write records too. */
const maxRecords = wholeNumber('TALLYHOOK_QUOTA_RECORDS', 10_000_000) || null;
const keepRunsDays = wholeNumber('TALLYHOOK_KEEP_RUNS_DAYS', 365);
if (keepRunsDays > 0 && keepRunsDays < minKeptDays)
  refuse(`TALLYHOOK_KEEP_RUNS_DAYS must be 0, for good, or at least ${minKeptDays}, got ${keepRunsDays}.`);
const minFreeMb = env['TALLYHOOK_MIN_FREE_MB'] ? wholeNumber('TALLYHOOK_MIN_FREE_MB', 0) : undefined;
const routes = env['TALLYHOOK_ROUTES'] ?? '';
const privateHosts = (env['TALLYHOOK_PRIVATE_HOSTS'] ?? '').split(',').filter(Boolean);
const http = orRefuse(() => createHttp({ routes: parseRoutes(routes), privateHosts }));
const baseUrl = env['TALLYHOOK_BASE_URL']?.replace(/\/+$/, '');
const databasePrefix = env['TALLYHOOK_DATABASE'];
const files = orRefuse(() => parseFileSettings(env));

installRuntime(logger);
const carrier = createThreadCarrier({ uri, databasePrefix, files, routes, privateHosts });
const store = await openStore({ uri, keyring, keyringFile, files, databasePrefix, connect: false });
const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort());

await prepareStore(store, { logger, signal: stopping.signal }).catch((error: Error) => refuse(error.message));
const worker = await startWorker({
  store,
  temporalAddress,
  namespace: env['TEMPORAL_NAMESPACE'] || 'tallyhook',
  http,
  ...(baseUrl && { baseUrl }),
  ...(keepRunsDays > 0 && { keepRunsDays }),
  carrier,
  logger,
  quotas: { records: maxRecords, fileBytes: null, deliveries: null },
  ...(minFreeMb !== undefined && { minFreeBytes: minFreeMb * 1_000_000 }),
  ...(home && { bundleFolder: join(home, 'cache') }),
});
stopping.signal.addEventListener('abort', () => worker.shutdown());
if (stopping.signal.aborted) worker.shutdown();
void worker.ready.then(() => stdout.write(`${JSON.stringify({ ready: true, process: 'worker' })}\n`));

await worker.run();
await carrier.close();
await store.close();
exit(0);
