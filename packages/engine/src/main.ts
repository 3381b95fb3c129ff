/**
 * The worker process. Prints one line of JSON when it takes work, logs lines of JSON to stderr, ends on SIGTERM or
 * SIGINT when what is in hand has ended.
 */
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { checkKeyring, ensureIndexes, openStore, parseKeyring } from '@tallyhook/store';
import { join } from 'node:path';
import { env, exit, stdout } from 'node:process';
import { destination, pino } from 'pino';
import { installRuntime } from './worker/runtime.ts';
import { startWorker } from './worker/start-worker.ts';

const logger = pino({ level: env['TALLYHOOK_LOG_LEVEL'] ?? 'info', base: { process: 'worker' } }, destination(2));

function need(name: string, what: string): string {
  const value = env[name];
  if (value) return value;
  logger.fatal(`${name} is not set: ${what}`);
  exit(78);
}

const uri = need('MONGODB_URI', 'give the connection string of a MongoDB replica set.');
const temporalAddress = need('TEMPORAL_ADDRESS', 'give the host:port of Temporal.');
const keyring = parseKeyring(need('TALLYHOOK_KEYRING', 'give the keys that open the linked accounts, as id:base64.'));
const home = env['TALLYHOOK_HOME'];

installRuntime(logger);
const store = await openStore({ uri, keyring, databasePrefix: env['TALLYHOOK_DATABASE'] });
await ensureIndexes(store);
await checkKeyring(store);

const worker = await startWorker({
  store,
  temporalAddress,
  namespace: env['TEMPORAL_NAMESPACE'] ?? 'tallyhook',
  http: createHttp({
    routes: parseRoutes(env['TALLYHOOK_ROUTES'] ?? ''),
    privateHosts: (env['TALLYHOOK_PRIVATE_HOSTS'] ?? '').split(',').filter(Boolean),
  }),
  logger,
  ...(home !== undefined && { bundleFolder: join(home, 'cache') }),
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => worker.shutdown());
void worker.ready.then(() => stdout.write(`${JSON.stringify({ ready: true, process: 'worker' })}\n`));

await worker.run();
await store.close();
exit(0);
