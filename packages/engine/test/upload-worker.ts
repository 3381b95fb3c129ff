/**
 * A worker process that kills or stops itself once at a point of an upload: `UPLOAD_POINT`, `UPLOAD_SIGNAL` (SIGKILL or
 * SIGSTOP) and optionally `UPLOAD_PIECE` (from 0). In all else it is the product's worker.
 */
import { createHttp, parseRoutes } from '@tallyhook/sdk';
import { openStore, parseKeyring } from '@tallyhook/store';
import { env, exit, stdout } from 'node:process';
import { pino } from 'pino';
import { createThreadCarrier } from '../src/carrier/thread-carrier.ts';
import { installRuntime, startWorker } from '../src/index.ts';

const logger = pino({ level: env['TEST_LOG_LEVEL'] ?? 'info' }, pino.destination(2));
const signal = env['UPLOAD_SIGNAL'] as 'SIGKILL' | 'SIGSTOP';
const wantedPiece = env['UPLOAD_PIECE'];
let isDone = false;

installRuntime(logger);
const [uri, databasePrefix, routes] = [env['MONGODB_URI']!, env['TALLYHOOK_DATABASE']!, env['TALLYHOOK_ROUTES']!];
const store = await openStore({ uri, keyring: parseKeyring(env['TALLYHOOK_KEYRING'] ?? ''), databasePrefix });
const carrier = createThreadCarrier({ uri, databasePrefix, routes, privateHosts: [] });
const worker = await startWorker({
  store,
  temporalAddress: env['TEMPORAL_ADDRESS']!,
  namespace: env['TEMPORAL_NAMESPACE']!,
  http: createHttp({ routes: parseRoutes(routes) }),
  carrier,
  logger,
  bundleFolder: env['TALLYHOOK_HOME']!,
  uploadLimits: { pausesMs: [50, 100, 200] },
  onUploadPoint(point, piece) {
    const isHere = point === env['UPLOAD_POINT'] && (wantedPiece === undefined || String(piece) === wantedPiece);
    if (!isHere || isDone) return;
    isDone = true;
    process.kill(process.pid, signal);
  },
});
process.once('SIGTERM', () => worker.shutdown());
void worker.ready.then(() => stdout.write(`${JSON.stringify({ ready: true })}\n`));
await worker.run();
await carrier.close();
await store.close();
exit(0);
