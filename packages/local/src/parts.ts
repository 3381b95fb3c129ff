import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import { findEngine } from './engines/find-engine.ts';
import { mongodUri, startMongod } from './engines/mongod.ts';
import { mongodEngine, temporalEngine } from './engines/pins.ts';
import { startTemporal } from './engines/temporal.ts';
import type { Home } from './home.ts';
import { freePort, isFree } from './ports.ts';
import type { ListedProcess } from './processes-file.ts';
import type { Progress } from './progress.ts';
import type { Secrets } from './secrets.ts';
import type { Settings } from './settings.ts';

/** One program of the product and how to start it, again and again. */
export interface Part {
  name: string;
  port?: number;
  /** The rest goes on without it while it keeps ending. */
  canBeMissed?: boolean;
  start(signal: AbortSignal): Promise<Child>;
}

/** What every part is made from. */
export interface PartContext {
  settings: Settings;
  home: Home;
  secrets: Secrets;
  progress: Progress;
  /** The folder of the clone. */
  clone: string;
  /** The ports of this start: of parts that run, and of those that do not listen yet. */
  ports: Set<number>;
  /** Aborted when everything is to end. */
  stopping: AbortSignal;
  /** Told of every process as soon as it exists. */
  onSpawned(process: Omit<ListedProcess, 'identity'>): void;
}

const processReadyTimeoutMs = 120_000;

/** An own mongod; its port stays the same from start to start where it is free. */
export async function mongodPart(context: PartContext): Promise<Part & { uri: string }> {
  const { settings, home, secrets, progress, stopping } = context;
  const binary = await findEngine(mongodEngine, { ...settings.engines, signal: stopping }, progress);
  const port = await rememberedPort(join(home.path, 'mongod.port'), context.ports);
  const logPath = join(home.logs, 'mongod.log');
  const password = secrets.mongodPassword;
  const start = (signal: AbortSignal) =>
    startMongod({
      binary,
      directory: home.mongod,
      logPath,
      port,
      keyFile: secrets.mongodKeyFile,
      password,
      environment: settings.environment,
      signal,
      onSpawned: (pid) => context.onSpawned({ name: 'mongod', pid, port, log: logPath }),
    });
  return { name: 'mongod', port, start, uri: mongodUri({ port, password }) };
}

/** An own Temporal server on a free port. */
export async function temporalPart(context: PartContext): Promise<Part & { address: string }> {
  const { settings, home, progress, stopping } = context;
  const binary = await findEngine(temporalEngine, { ...settings.engines, signal: stopping }, progress);
  const port = await freePort(context.ports);
  const logPath = join(home.logs, 'temporal.log');
  const start = (signal: AbortSignal) =>
    startTemporal({
      binary,
      databasePath: join(home.temporal, 'temporal.db'),
      logPath,
      port,
      namespace: settings.temporalNamespace,
      environment: settings.environment,
      signal,
      onSpawned: (pid) => context.onSpawned({ name: 'temporal', pid, port, log: logPath }),
    });
  return { name: 'temporal', port, start, address: `127.0.0.1:${port}` };
}

/** The services of other companies that are played in the demo, and the addresses that connectors declare for them. */
const practiced = {
  github: { name: 'practice', origin: 'https://api.github.com', settings: {} },
  // Slowly enough for an upload to be watched.
  youtube: {
    name: 'practice-youtube',
    origin: 'https://www.googleapis.com',
    settings: { PRACTICE_PACE: String(1024 * 1024) },
  },
} as const;

export type PracticedService = keyof typeof practiced;

export interface PracticePart extends Part {
  service: PracticedService;
  address: string;
  /** Sends what is meant for the service to this part. */
  route: string;
}

/** A practice service on a free port. */
export async function practicePart(context: PartContext, service: PracticedService): Promise<PracticePart> {
  const port = await freePort(context.ports);
  const { name, origin, settings } = practiced[service];
  const environment = {
    PORT: String(port),
    PRACTICE_SERVICE: service,
    PRACTICE_TOKEN: context.secrets.practiceToken,
    // As with the service itself, an upload goes on where it was when everything is started again.
    PRACTICE_FOLDER: join(context.home.path, name),
    ...settings,
  };
  const file = 'packages/practice/src/main.ts';
  const part = processPart(context, { name, file, port, environment });
  const address = `http://127.0.0.1:${port}`;
  return { ...part, canBeMissed: true, service, address, route: `${origin}=${address}` };
}

/** What api and worker need to know of the rest. */
export interface Surroundings {
  mongodbUri: string;
  temporalAddress: string;
  /** Where connections to practiced services go, as `TALLYHOOK_ROUTES` says it. */
  practiceRoutes: string | undefined;
}

/**
 * The thread that sends files allocates and frees MiB after MiB. In a heap of its own glibc gives these back to the system
 * each time, which takes as long as the sending; in that of the process it keeps them.
 */
export const workerMemory = { MALLOC_ARENA_MAX: '1' };

/** The api and the worker. */
export function ownParts(context: PartContext, surroundings: Surroundings): { api: Part; worker: Part } {
  const { settings, home, secrets } = context;
  const { mongodbUri, temporalAddress, practiceRoutes } = surroundings;
  const { port } = settings;
  const environment = {
    TALLYHOOK_HOME: home.path,
    MONGODB_URI: mongodbUri,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: settings.temporalNamespace,
    TALLYHOOK_BASE_URL: settings.baseUrl,
    TALLYHOOK_KEYRING: settings.keyring ?? secrets.keyring,
    TALLYHOOK_ROUTES: practiceRoutes ?? settings.routes,
    PORT: String(port),
  };
  const api = processPart(context, { name: 'api', file: 'packages/api/src/main.ts', port, environment });
  const worker = processPart(context, {
    name: 'worker',
    file: 'packages/engine/src/main.ts',
    environment: { ...environment, ...workerMemory },
  });
  return { api, worker: { ...worker, canBeMissed: true } };
}

interface ProcessOptions {
  name: string;
  /** The `main.ts` to run, from the folder of the clone. */
  file: string;
  port?: number;
  environment: Record<string, string | undefined>;
}

/** One of our own processes: it prints a line of JSON when it is ready. */
function processPart(context: PartContext, { name, file, port, environment }: ProcessOptions): Part {
  const { settings, home, clone } = context;
  const logPath = join(home.logs, `${name}.log`);
  const start = (signal: AbortSignal) =>
    startChild(
      {
        name,
        command: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', join(clone, file)],
        environment: { ...withoutOwner(settings.environment), ...environment },
        logPath,
        port,
        ready: 'line',
        readyTimeoutMs: processReadyTimeoutMs,
        onSpawned: (pid) => context.onSpawned({ name, pid, port, log: logPath }),
      },
      signal,
    );
  return { name, port, start };
}

/** The owner's password is the supervisor's business only. */
function withoutOwner(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, TALLYHOOK_OWNER_PASSWORD: undefined };
}

async function rememberedPort(path: string, ports: Set<number>): Promise<number> {
  const remembered = readPort(path);
  if (remembered !== undefined && !ports.has(remembered) && (await isFree(remembered))) {
    ports.add(remembered);
    return remembered;
  }
  const port = await freePort(ports);
  writeFileSync(path, String(port));
  return port;
}

function readPort(path: string): number | undefined {
  try {
    const port = Number(readFileSync(path, 'utf8'));
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
  } catch {
    return undefined;
  }
}
